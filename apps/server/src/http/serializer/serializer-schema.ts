type Schema = { type?: string | string[]; anyOf?: Schema[]; enum?: unknown; properties?: Record<string, Schema>; required?: string[]; items?: Schema }

/**
 * The schema for the JSON serializer, without `anyOf`: to choose an alternative, the serializer would compile a validator of the whole schema and validate
 * each value. A nullable enum becomes its type or null; alternative objects become one object with the properties of all, each optional unless all
 * require it. The serializer does not check enums.
 */
export const serializerSchema = (schema: Schema): Schema => {
  if (schema.anyOf) return schema.anyOf.map(serializerSchema).reduce(either)
  const { enum: _, ...rest } = schema
  const { properties, items } = rest
  return {
    ...rest,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, serializerSchema(property)])) }),
    ...(items && { items: serializerSchema(items) }),
  }
}

const typesOf = ({ type }: Schema) => [type ?? []].flat()

/** A schema that serializes what either of the two does. */
const either = (one: Schema, other: Schema): Schema => {
  const types = [...new Set([...typesOf(one), ...typesOf(other)])]
  const both = { ...one, ...other, type: types.length === 1 ? types[0]! : types }
  if (one.items && other.items) both.items = either(one.items, other.items)
  if (!one.properties || !other.properties) return both
  const names = Object.keys({ ...one.properties, ...other.properties })
  const property = (name: string) => {
    const [first, second] = [one.properties![name], other.properties![name]]
    return first && second ? either(first, second) : (first ?? second)!
  }
  return {
    ...both,
    properties: Object.fromEntries(names.map((name) => [name, property(name)])),
    required: (one.required ?? []).filter((name) => other.required?.includes(name)),
  }
}
