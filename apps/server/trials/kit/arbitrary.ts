import fc from 'fast-check'
import { type Api, resolve, type Schema } from './document.ts'

/** Characters that people type, and characters that break careless programs. */
const characters = [...'あいうカナ漢字佐藤ｶﾅ０９한글aZ09 -_.,:/@%&<>"\'\\`$#', 'é', '𠮷', '🌸', '👨‍👩‍👧', 'か゚', '葛󠄀', '　', '‏', '¥']
const sampleTexts = ['花子', 'さえき', '佐伯　一郎', "O'Brien", '김민준', 'テスト（仮）', '<b>', '{{7*7}}', '=1+1', '🌸🌸', 'null', '123']

const textOf = ({ minLength = 0, maxLength = 200, pattern }: Schema, units: string[]): fc.Arbitrary<string> => {
  const matches = (text: string) => [...text].length >= minLength && [...text].length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text))
  if (pattern && !new RegExp(pattern, 'u').test(units[0]!)) return fc.stringMatching(new RegExp(pattern)).filter(matches)
  const max = Math.min(maxLength, 60)
  const shortText = fc.string({ unit: fc.constantFrom(...units), minLength, maxLength: max })
  const repeated = fc.constantFrom(...units.filter((unit) => [...unit].length === 1)).map((unit) => unit.repeat(Math.min(maxLength, 5_000)))
  return fc
    .oneof(
      { weight: 6, arbitrary: shortText },
      { weight: 3, arbitrary: fc.constantFrom(...sampleTexts.filter((text) => units !== plain || /^[\x20-\x7e]*$/.test(text))) },
      { weight: 1, arbitrary: repeated },
    )
    .filter(matches)
}
const plain = [...'aZ09-_.:/@%&$# ']

const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
const isIdName = (name: string) => /(^|[_[])ids?(_eq|_in)?\]?(\[\])?$/.test(name)

/** A value valid for the schema. Ids mostly match existing rows; `isHeader` limits texts to ASCII. */
export const validOf = (api: Api, ref: Schema, name = '', isHeader = false): fc.Arbitrary<unknown> => {
  const schema = resolve(api, ref)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((item) => validOf(api, item, name, isHeader)))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => validOf(api, { ...schema, type }, name, isHeader)))
  switch (schema.type) {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {})
      return fc.record(Object.fromEntries(properties.map(([key, item]) => [key, validOf(api, item, key, isHeader)])), {
        requiredKeys: (schema.required ?? []) as never[],
        noNullPrototype: true,
      })
    }
    case 'array':
      return (schema.uniqueItems ? fc.uniqueArray : fc.array)(validOf(api, schema.items ?? {}, name, isHeader), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      })
    case 'integer':
    case 'number': {
      const { exclusiveMinimum, minimum = exclusiveMinimum === undefined ? -1_000_000 : Math.floor(exclusiveMinimum) + 1, maximum = 1_000_000 } = schema
      const [min, max] = [Math.ceil(minimum), Math.floor(maximum)]
      const integers = fc.oneof(fc.integer({ min, max: Math.min(max, min + 40) }), fc.integer({ min, max }), fc.constantFrom(minimum, maximum))
      return isIdName(name) ? fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 1, max: 12 }) }, { weight: 1, arbitrary: integers }) : integers
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      if (schema.format === 'date') return day.map((at) => at.toISOString().slice(0, 10))
      if (schema.format === 'date-time') return day.map((at) => at.toISOString())
      return textOf(schema, isHeader ? plain : characters)
    default:
      return fc.constant(null)
  }
}

const oddValues = [null, true, 7, 1.5, 'nobody', '', [], {}, ['x'], { x: 1 }, '\u0000', '\ud800', -1, 1e60]
const wrongTexts = ['2026-02-30', '2026-13-01', 'yesterday', '１２', 'a\u0000b', 'x'.repeat(300)]

/** Values with an invalid type, size, format, or a missing or unknown property. Some may be valid by chance; the caller filters those. */
export const brokenOf = (api: Api, ref: Schema, name = ''): fc.Arbitrary<unknown> => {
  const schema = resolve(api, ref)
  const { maxLength, minimum, maximum, maxItems, properties, items } = schema
  const invalidValues: unknown[] = [...oddValues, ...wrongTexts]
  if (maxLength !== undefined)
    invalidValues.push('あ'.repeat(maxLength + 1), '🌸'.repeat(maxLength + 1), `e${'\u0301'.repeat(maxLength)}`, 'か゚'.repeat(maxLength))
  if (minimum !== undefined) invalidValues.push(minimum - 1, minimum - 0.5)
  if (maximum !== undefined) invalidValues.push(maximum + 2, String(maximum))
  const parts: fc.Arbitrary<unknown>[] = [fc.constantFrom(...invalidValues)]
  if (items) {
    parts.push(brokenOf(api, items, name).map((value) => [value]))
    if (maxItems !== undefined) parts.push(validOf(api, items, name).map((value) => Array.from({ length: maxItems + 1 }, () => value)))
  }
  for (const item of schema.anyOf ?? []) parts.push(brokenOf(api, item, name))
  if (properties) {
    const validObject = validOf(api, { ...schema, type: 'object' }, name) as fc.Arbitrary<Record<string, unknown>>
    parts.push(validObject.map((value) => ({ ...value, nobody_knows: 1 })))
    for (const key of schema.required ?? [])
      parts.push(
        validObject.map((value) => {
          const { [key]: _, ...rest } = value
          return rest
        }),
      )
    for (const [key, item] of Object.entries(properties))
      parts.push(fc.tuple(validObject, brokenOf(api, item, key)).map(([value, broken]) => ({ ...value, [key]: broken })))
  }
  return fc.oneof(...parts)
}

/** Texts that are invalid in a path or query for this schema. */
export const brokenTextsOf = (api: Api, ref: Schema): string[] => {
  const schema = resolve(api, ref)
  if (schema.type === 'array') return brokenTextsOf(api, schema.items ?? {})
  const choices = schema.anyOf ?? [schema]
  const isConst = choices.some((choice) => 'const' in choice || choice.enum)
  if (choices.some(({ type }) => type === 'integer'))
    return ['x', '1.5', '', '01', '1e3', '-0', '+1', ' 1', '0x1', '9007199254740993', '-1', 'NaN', '1,2', '\u0000', 'null']
  if (isConst) return ['nobody', '', 'NULL', '1', '\u0000']
  if (choices.some(({ type }) => type === 'boolean')) return ['yes', '1', 'TRUE', '']
  return ['\u0000', 'a\u0000b', ...(schema.maxLength ? ['あ'.repeat(schema.maxLength + 1), `e${'\u0301'.repeat(schema.maxLength)}`] : [])]
}
