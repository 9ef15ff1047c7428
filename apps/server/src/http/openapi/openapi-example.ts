import { PartialDay } from '@sukoyaka/wire/endpoint'
import type { TSchema } from 'typebox'

type Node = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Node[]
  properties?: Record<string, Node>
  items?: Node
  minItems?: number
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  maxLength?: number
}

/** Realistic example values by field name. */
const texts: Record<string, string> = {
  first_name: '花子',
  last_name: '佐伯',
  first_name_kana: 'はなこ',
  last_name_kana: 'さえき',
  email: 'hanako@example.com',
  phone_number: '09000001234',
  zip: '100-0001',
  prefecture: '東京都',
  city: '千代田区',
  street: '千代田1-1',
  building: '',
  full_name_cont: 'さえき',
  main_doctor_full_name_cont: 'なかむら',
  name: 'ldl_cholesterol',
  name_ja: 'LDLコレステロール',
  display_name: 'LDLコレステロール',
  category_name: 'ldl_cholesterol',
  category_names: 'ldl_cholesterol',
  categories: 'ldl_cholesterol',
  unit: 'mg/dL',
  unit_display: 'mg/dL',
  location: '丸の内健診センター',
  origin: '丸の内健診センター',
  last4: '4242',
  month: '2026-11',
  item: 'karte-12',
  before: '12qmxyz0-1-a',
  after: '12qmxyz0-1-a',
}

const textOf = ({ format, pattern, maxLength = Number.POSITIVE_INFINITY }: Node, name: string) => {
  if (format === 'date') return name === 'birthday' ? '1980-04-01' : '2026-11-21'
  if (pattern === (PartialDay as Node).pattern) return '2019-04'
  if (format === 'date-time') return '2026-11-21T00:00:00.000Z'
  return (texts[name] ?? '例').slice(0, maxLength)
}

const build = (node: Node, name: string): unknown => {
  if ('const' in node) return node.const
  if (node.enum) return node.enum[0]
  if (node.anyOf) return build(node.anyOf[0]!, name)
  const type = Array.isArray(node.type) ? node.type.find((typeName) => typeName !== 'null') : node.type
  switch (type) {
    case 'object':
      return Object.fromEntries(Object.entries(node.properties ?? {}).map(([key, value]) => [key, build(value, key)]))
    case 'array':
      return Array.from({ length: Math.max(1, node.minItems ?? 0) }, () => build(node.items ?? {}, name))
    case 'integer':
    case 'number':
      return Math.min(Math.max(1, node.minimum ?? 1), node.maximum ?? Number.POSITIVE_INFINITY)
    case 'boolean':
      return true
    case 'string':
      return textOf(node, name)
    default:
      return null
  }
}

/** An example built from the schema, for endpoints that define none. */
export const exampleOf = (schema: TSchema, name = ''): unknown => build(schema as Node, name)
