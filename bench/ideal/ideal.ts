import type { Role } from '@sukoyaka/wire/access'

export type Input = {
  caller: { id: number; role: Role }
  /** The parts of the path after the first `/`. */
  path: string[]
  query: URLSearchParams
  // biome-ignore lint/suspicious/noExplicitAny: each statement reads the fields of its call
  body: any
}

/** The cheapest way to answer a call from PostgreSQL: one prepared statement that returns the finished JSON as its only value. */
export type Ideal = {
  text: string
  values: (input: Input) => unknown[]
  status?: number
  /** Fields of our answer that the ideal leaves out, such as those that are signed, counted or judged in code. */
  without?: string[]
}

/** SQL expression for a person in the form of our answers. */
export const person = (alias: string) =>
  `json_build_object('id', ${alias}.id, 'role', ${alias}.role, 'first_name', ${alias}.first_name, 'last_name', ${alias}.last_name, 'first_name_kana', ${alias}.first_name_kana, 'last_name_kana', ${alias}.last_name_kana, 'icon', ${alias}.icon)`

/** SQL statement for the list of all rows of a query, in the form of our answers. */
export const items = (query: string) => `select json_build_object('items', coalesce(json_agg(row_to_json(t)), '[]')) from (${query}) t`
