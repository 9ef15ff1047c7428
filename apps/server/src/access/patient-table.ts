import { type BuildColumns, type BuildExtraConfigColumns, getTableColumns, getTableName } from 'drizzle-orm'
import { type PgColumn, type PgColumnBuilderBase, type PgTableExtraConfigValue, type PgTableWithColumns, pgTable } from 'drizzle-orm/pg-core'

// biome-ignore lint/suspicious/noExplicitAny: any table with any columns
export type PlainTable = PgTableWithColumns<any>

declare const plain: unique symbol
/** Any patient table. `plain` exists for the compiler only. */
export type AnyPatientTable = { readonly [plain]: PlainTable }
/** The Drizzle table behind a patient table. */
export type PlainTableOf<T extends AnyPatientTable> = T[typeof plain]

/**
 * A table whose rows belong to patients. Its columns are usable in conditions, but it is not a Drizzle table to the compiler:
 * `db.select().from(…)`, joins, `db.insert(…)`, `db.update(…)` and `db.delete(…)` do not accept it. Use a `PatientScope`.
 */
export type PatientTable<T extends PlainTable> = T['_']['columns'] & {
  readonly $inferSelect: T['$inferSelect']
  readonly $inferInsert: T['$inferInsert']
  readonly [plain]: T
}

/** A child row belongs to the patient of its parent: `column` holds the parent's `id`. */
export type Parent<Column extends string = string> = { column: Column; parent: AnyPatientTable & { id: PgColumn } }
/** The column that holds the patient's id, or the parents a child row can have. */
export type Owner<Column extends string = string> = Column | Parent<Column> | readonly Parent<Column>[]

type Facts = { table: PlainTable; owner: string | readonly Parent[] }
const factsOf = new WeakMap<object, Facts>()
const declarations: Facts[] = []

/** For the access folder and tests only: the Drizzle table and its owner. */
export const factsOfTable = (table: AnyPatientTable): Facts => factsOf.get(table)!

/** Name of every patient table and of its owner column; null for child tables. */
export const ownerColumns = (): { table: string; column: string | null }[] =>
  declarations.map(({ table, owner }) => ({ table: getTableName(table), column: typeof owner === 'string' ? getTableColumns(table)[owner]!.name : null }))

/** Drizzle calls `getSQL` when a value is used in a `sql` template. */
class PatientTableHandle {
  getSQL(): never {
    throw new Error('a patient table in plain SQL: use scope.rows(table) or scope.from(table, alias)')
  }
}

export const isPatientTable = (table: object): table is AnyPatientTable => factsOf.has(table)

type Columns = Record<string, PgColumnBuilderBase>
type Declared<N extends string, C extends Columns> = PgTableWithColumns<{ name: N; schema: undefined; columns: BuildColumns<N, C, 'pg'>; dialect: 'pg' }>

export const patientTable = <N extends string, C extends Columns, const O extends Owner<keyof C & string>>(
  name: N,
  columns: C,
  owner: O,
  extra: (columns: BuildExtraConfigColumns<N, C, 'pg'>) => PgTableExtraConfigValue[] = () => [],
): PatientTable<Declared<N, C>> => {
  const table = pgTable(name, columns, extra)
  const facts: Facts = { table, owner: typeof owner === 'string' ? owner : ([owner].flat() as readonly Parent[]) }
  const handle = Object.assign(new PatientTableHandle(), getTableColumns(table))
  factsOf.set(handle, facts)
  declarations.push(facts)
  // The handle is no Drizzle table at run time either; `factsOf` has the table.
  return handle as unknown as PatientTable<Declared<N, C>>
}

/** All columns of a patient table, to select them beside others. */
export const columnsOf = <T extends AnyPatientTable>(table: T): PlainTableOf<T>['_']['columns'] => getTableColumns(factsOfTable(table).table)
