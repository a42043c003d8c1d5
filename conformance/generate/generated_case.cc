// A third built, half built and changed once or twice, the rest any value.
#include "lockstep/conformance/generate/generated_case.h"

#include <algorithm>

#include "lockstep/conformance/generate/instance_generator.h"

namespace lockstep::conformance {

GeneratedCase generate_case(Choices& choices, const CaseShape& shape) {
  const GeneratedSchema schema = generate_schema(choices, shape.schema);
  GeneratedCase made;
  made.keywords = schema.keywords;
  made.schema = choices.chance(10) ? write_tree_spelled(schema.root, choices) : write_tree(schema.root);
  for (std::size_t i = 0; i < shape.instances; ++i) {
    Tree instance;
    const std::size_t how = choices.weighted({40, 40, 12, 8});
    if (how < 3) instance = build_instance(schema, choices);
    for (std::size_t n = how == 3 ? 0 : how; n > 0; --n) mutate_instance(instance, schema, choices);
    if (how == 3) instance = generate_value(choices, 2, shape.schema.odd_numbers);
    std::string text = choices.chance(20) ? write_tree_spelled(instance, choices) : write_tree(instance);
    if (std::find(made.instances.begin(), made.instances.end(), text) == made.instances.end()) {
      made.instances.push_back(std::move(text));
    }
  }
  return made;
}

GeneratedCase generate_case(std::uint64_t seed, std::uint64_t index, const CaseShape& shape) {
  NextByte mixer = seeded_bytes(seed ^ (index * 0xd1b54a32d192ed03U));
  std::uint64_t start = 0;
  for (int i = 0; i < 8; ++i) start = start << 8U | mixer();
  Choices choices(seeded_bytes(start));
  return generate_case(choices, shape);
}

}  // namespace lockstep::conformance
