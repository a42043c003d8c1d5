#include "lockstep/engine/decode/decoding.h"

#include <utility>

namespace lockstep::engine {

Result<bool> Decoding::advance(TokenId token, const std::function<bool(TokenId)>& parser) {
  const auto refuse = [](const char* code, const char* message) {
    return Error{code, message, std::nullopt, ""};
  };
  if (stopped_) return refuse("after_stop", "the text has ended: nothing comes after a stop token");
  if (token >= vocabulary_.size())
    return refuse("token_out_of_range", "the id is beyond the vocabulary: padding of the logit width");
  const bool stop = vocabulary_.is_stop(token);
  if (!stop && !vocabulary_.is_text(token))
    return refuse("token_is_not_text", "the token is neither text nor a stop token");
  if (parser && !parser(token)) return refuse("token_refused", "the parser does not take the token");
  tokens_.push_back(token);
  ++counts_[token];
  stopped_ = stop;
  if (stop) return true;
  bytes_ += vocabulary_.bytes(token);
  utf8_.take(vocabulary_.bytes(token));
  return true;
}

}  // namespace lockstep::engine
