import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { ById, endpoint, Id, InputObject, Instant, OneOf, Page, Paged } from './endpoint.ts'

/** A field of a record, as lists and forms of the administration show it. `fieldsOf` makes it from the schema of the record. */
export type Field = {
  name: string
  kind: 'line' | 'text' | 'number' | 'decimal' | 'switch' | 'choice' | 'day' | 'instant' | 'group' | 'list'
  isRequired: boolean
  /** Null is allowed; it means an empty value. */
  isNullable?: true
  min?: number
  max?: number
  /** Values of a choice, or of each entry of a list. */
  values?: readonly (string | number)[]
  /** Fields of a group, or of each entry of a list. */
  fields?: Field[]
  /** Kind of the entries of a list without `fields`. */
  entries?: Field['kind']
  /** The value is the id of a record of this table, or a name from this catalogue. */
  of?: string
}

type Node = TSchema & {
  type?: string | string[]
  anyOf?: Node[]
  enum?: readonly (string | number)[]
  items?: Node
  properties?: Record<string, Node>
  required?: string[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  'x-of'?: string
}

const kindOf = ({ type, enum: values, format, pattern }: Node): Field['kind'] => {
  if (values) return 'choice'
  const [name] = [type].flat().filter((each) => each !== 'null')
  if (name === 'boolean') return 'switch'
  if (name === 'object') return 'group'
  if (name === 'array') return 'list'
  if (name === 'integer') return 'number'
  if (name === 'number') return 'decimal'
  if (format === 'date') return 'day'
  if (format === 'date-time') return 'instant'
  return pattern !== undefined && new RegExp(pattern).test('\n') ? 'text' : 'line'
}

const acceptsEmpty = ({ minLength = 0, pattern = '' }: Node) => minLength === 0 && new RegExp(pattern).test('')

const fieldOf = (name: string, schema: Node, isExpected: boolean): Field => {
  const node = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  const kind = kindOf(node)
  const { items } = node
  const min = node.minimum ?? node.minLength ?? node.minItems
  const max = node.maximum ?? node.maxLength ?? node.maxItems
  const isNullable = schema.anyOf !== undefined || [schema.type].flat().includes('null')
  const isText = kind === 'line' || kind === 'text'
  const fields = kind === 'group' ? fieldsOf(node as TObject) : items?.properties ? fieldsOf(items as TObject) : undefined
  const values = node.enum ?? items?.enum
  const of = node['x-of'] ?? items?.['x-of']
  return {
    name,
    kind,
    isRequired: isExpected && !isNullable && kind !== 'switch' && kind !== 'list' && kind !== 'group' && !(isText && acceptsEmpty(node)),
    ...(isNullable && { isNullable }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(values && { values }),
    ...(fields && { fields }),
    ...(items && !fields && { entries: kindOf(items) }),
    ...(of !== undefined && { of }),
  }
}

/** The fields of a schema in its order. */
export const fieldsOf = (schema: TObject): Field[] => {
  const { properties = {}, required = [] } = schema as Node
  return Object.entries(properties).map(([name, node]) => fieldOf(name, node, required.includes(name)))
}

/** The id of a record of a table of the administration. */
export const IdOf = (table: string) => Type.Integer({ ...Id, 'x-of': table })
/** Names from a catalogue. */
export const NamesOf = (catalogue: string, maxItems: number) => Type.Array(Type.String({ minLength: 1, maxLength: 100, 'x-of': catalogue }), { maxItems })

/** Each sort and, with a minus, its descending form. */
const bothDirections = <S extends string>(sorts: readonly S[]): readonly (S | `-${S}`)[] => [...sorts, ...sorts.map((sort) => `-${sort}` as const)]

const listProperties = <const S extends readonly string[], const F extends Record<string, TSchema>>(sorts: S, filters: F) => ({
  q: Type.Optional(Type.String({ maxLength: 100 })),
  sort: Type.Optional(OneOf(bothDirections<S[number]>(sorts))),
  ...filters,
})

/** The CSV export of a list, with the query of the list except the page. */
export const exportOf = <const P extends `/${string}`, const S extends readonly string[], const F extends Record<string, TSchema>>(
  path: P,
  summary: string,
  sorts: S,
  filters: F,
) =>
  endpoint({
    method: 'GET',
    path,
    permission: 'administration.write',
    summary,
    description:
      'UTF-8 with a byte order mark, headings in the language of the request, at most 50,000 rows: 422 `too_many_rows` if there are more. The export is logged.',
    query: InputObject(listProperties(sorts, filters)),
    reply: Type.String(),
    media: 'text/csv',
    errors: ['too_many_rows'],
    example: { query: {} },
  })

/** Query of a list of the administration. `sort` is the name of a column, with `-` in front for the reverse order. */
export const listQuery = <const S extends readonly string[], const F extends Record<string, TSchema>>(sorts: S, filters: F) =>
  InputObject({ ...listProperties(sorts, filters), page: Page })

type Table<P, I extends TProperties, R extends TProperties, S, F, T> = {
  /** Path below `/api/admin/`. */
  name: P
  /** Names of one record and of several, within the summaries. */
  words: readonly [one: string, many: string]
  /** What a client must know about changes. */
  description: string
  input: I
  row: R
  sorts: S
  filters: F
  example: Static<TObject<I>>
  /** Cache tags that a change invalidates. */
  tags: T
}

/** The calls of a table with an `updated_at`: list, export, read, add and change. None of them deletes a row. */
export const tableCalls = <
  const P extends string,
  const I extends TProperties,
  const R extends TProperties,
  const S extends readonly string[],
  const F extends Record<string, TSchema>,
  const T extends readonly string[],
>({
  name,
  words: [one, many],
  description,
  input,
  row,
  sorts,
  filters,
  example,
  tags,
}: Table<P, I, R, S, F, T>) => {
  const base = { permission: 'administration.write' } as const
  const Row = Type.Object(row)
  // TypeScript types a joined text as string
  const path = `/api/admin/${name}` as `/api/admin/${P}`
  const pathOfOne = `/api/admin/${name}/:id` as `/api/admin/${P}/:id`
  return {
    list: endpoint({
      ...base,
      method: 'GET',
      path,
      summary: `List ${many}`,
      query: listQuery(sorts, filters),
      reply: Paged(Row),
      example: { query: {} },
    }),
    csv: exportOf(`/api/admin/${name}/export` as `/api/admin/${P}/export`, `Export ${many} as CSV`, sorts, filters),
    read: endpoint({ ...base, method: 'GET', path: pathOfOne, params: ById, summary: `Read ${one}`, reply: Row, example: { params: { id: 1 } } }),
    add: endpoint({
      ...base,
      method: 'POST',
      path,
      summary: `Add ${one}`,
      body: InputObject(input),
      reply: Row,
      status: 201,
      example: { body: example },
      changes: tags,
    }),
    change: endpoint({
      ...base,
      method: 'PUT',
      path: pathOfOne,
      params: ById,
      summary: `Replace ${one}`,
      description: `${description} If the table is part of the reference data, updates of the reference data no longer change the record.`,
      body: InputObject({ ...input, updated_at: Instant }),
      reply: Row,
      errors: ['conflict'],
      example: { params: { id: 1 }, body: { ...example, updated_at: '2026-11-21T00:00:00.000Z' } },
      changes: tags,
    }),
  }
}
