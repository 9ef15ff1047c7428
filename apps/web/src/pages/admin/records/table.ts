import type { Field } from '@sukoyaka/wire/admin'
import type { Tag } from '@sukoyaka/wire/all'
import type { Endpoint } from '@sukoyaka/wire/endpoint'
import type { ReactNode } from 'react'
import { api, mutationEndpoint, queryEndpoint } from '../../../api/api.ts'
import type { Query } from '../../../ui/loading/QueryView.tsx'
import type { Draft } from './draft.ts'

export const tableNames = [
  'facilities',
  'plans',
  'services',
  'contracts',
  'care_team',
  'policies',
  'products',
  'product_categories',
  'coupons',
  'delivery_rules',
  'connected_apps',
] as const
/** Tables of reference data, under a tab of their own. */
export const referenceNames = [
  'result_categories',
  'reference_ranges',
  'test_categories',
  'image_categories',
  'diseases',
  'goal_templates',
  'record_templates',
  'emoticons',
  'canned_replies',
] as const
export type TableName = 'users' | (typeof tableNames)[number] | (typeof referenceNames)[number]

/** A record of a table, as its list or its own call returns it. */
export type Row = { id: number; updated_at?: string; [name: string]: unknown }
export type Page = { items: Row[]; page: number; next_page: number | null; total_count: number }
type Result = { data?: Row | null; error?: unknown }

export type Section = {
  title:
    | 'basic'
    | 'contact'
    | 'offers'
    | 'booking'
    | 'terms'
    | 'texts'
    | 'classification'
    | 'values'
    | 'limits'
    | 'validity'
    | 'measured'
    | 'sale'
    | 'stock'
    | 'discount'
    | 'fees'
    | 'days'
    | 'use'
  fields: readonly string[]
}

type Get = Endpoint & { method: 'GET' }

/** What a table of the administration needs: its calls, and how its list and form show the fields of the wire schema. */
export type Declaration = {
  name: TableName
  list: Get
  /** The list as CSV. */
  csv: Get
  /** Without it, rows do not open beside the list. */
  read?: Get
  /** Without it, the page has another way to add a record. */
  add?: Endpoint
  /** Without it, saved records are read-only. */
  change?: Endpoint
  remove?: Endpoint
  /** Cache tag of the records. */
  tag: Tag
  /** `query`, `columns` and `fields`: the fields of the list's query, of its rows and of the form. */
  query: readonly Field[]
  columns: readonly Field[]
  fields: readonly Field[]
  /** Names of the columns in their order. `below`: shown in small print below that column. */
  shown: readonly (string | { name: string; below: string })[]
  sections: readonly Section[]
  /** Values of a new record. */
  initial?: Draft
  /** Values of a new entry of a list, by the path of the list. */
  entry?: Readonly<Record<string, () => Draft>>
  /** Whether the form shows the field at this path (without indices). `siblings`: the values of the same record or entry. */
  isShown?: (path: string, siblings: Draft) => boolean
  /**
   * Fields that say by how much a value changes, such as `stock_change`. After a conflict they are emptied: the saved version may be this very change, whose
   * response was lost.
   */
  increments?: readonly string[]
  /** Changes the draft before it is checked and sent. */
  prepare?: (draft: Draft) => Draft
  /** Fields that cannot be changed after the record was added. */
  fixed?: readonly string[]
  /** A change is sent with the fixed fields, because it replaces the whole record. */
  sendsFixed?: true
  nameOf: (row: Row) => string
  /** The page of a record that does not open beside the list. */
  linkOf?: (row: Row) => string | undefined
  canRemove?: (row: Row) => boolean
  /** Shown below the fields of a saved record. It saves its changes itself. */
  Below?: (props: { record: Row }) => ReactNode
}

type Mutation = (input: object) => Promise<Result>

export type AdminTable = Declaration & {
  useList: (input: object) => Query<Page> & { data?: Page | undefined }
  useRecord: (id: number | undefined) => Query<Row>
  useAdd: () => Mutation
  useChange: () => Mutation
  useRemove: () => Mutation
}

type QueryHook<R> = (input: object, options?: { skip?: boolean }) => Query<R> & { data?: R | undefined }
type MutationHook = () => readonly [Mutation, ...unknown[]]

const missingCall: Mutation = () => Promise.reject(new Error('a call that the table does not have'))

/** Declares a table. Its calls except `csv` are injected as endpoints named after the table. The hooks have the types that all tables share. */
export const adminTable = (declaration: Declaration): AdminTable => {
  const { name, list, read, add, change, remove, tag } = declaration
  const { endpoints } = api.injectEndpoints({
    endpoints: (build) => ({
      [`admin/${name}`]: queryEndpoint(build, list, tag),
      ...(read && { [`admin/${name}/read`]: queryEndpoint(build, read, tag) }),
      ...Object.fromEntries(
        Object.entries({ add, change, remove }).flatMap(([action, call]) => (call ? [[`admin/${name}/${action}`, mutationEndpoint(build, call)]] : [])),
      ),
    }),
  })
  const hooksOf: Record<string, { useQuery: QueryHook<unknown>; useMutation: MutationHook }> = endpoints
  /** Hook of a mutation, or `missingCall` if the table does not have it. This depends on the table only, so React calls the same hooks in each render. */
  const mutation = (action: string) => () => hooksOf[`admin/${name}/${action}`]?.useMutation()[0] ?? missingCall
  return {
    ...declaration,
    useList: hooksOf[`admin/${name}`]!.useQuery as QueryHook<Page>,
    useRecord: (id) => (hooksOf[`admin/${name}/read`]!.useQuery as QueryHook<Row>)({ id }, { skip: id === undefined }),
    useAdd: mutation('add'),
    useChange: mutation('change'),
    useRemove: mutation('remove'),
  }
}
