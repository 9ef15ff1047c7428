import Type, { type Static } from 'typebox'
import { ById, Day, endpoint, Id, InputObject, Instant, Line, Nothing, Nullable, OneOf, Page, Paged } from '../endpoint.ts'

/**
 * `uploaded`: being received, then parsed and evaluated; `checked`: ready for review; `applying`/`applied`: written to the records; `undoing`/`undone`: removed
 * from the records; `failed`: the file could not be parsed.
 */
export const importStates = ['uploaded', 'checked', 'applying', 'applied', 'undoing', 'undone', 'failed'] as const
export type ImportState = (typeof importStates)[number]

/** Why a file could not be parsed. */
export const importErrors = ['not_a_table', 'old_excel', 'encoding_unknown', 'too_large', 'too_many_rows'] as const

/**
 * Meanings of a column that is not a result. `overall_judgement` and `judgement` are the provider's own words; several columns may be a `judgement`.
 * `reason` is the column we add to the file of rejected rows; it is ignored.
 */
export const importFields = [
  'patient_id',
  'name',
  'last_name',
  'first_name',
  'kana',
  'last_name_kana',
  'first_name_kana',
  'birthday',
  'sex',
  'tested_on',
  'overall_judgement',
  'judgement',
  'reason',
] as const
export type ImportField = (typeof importFields)[number]
/** Whether at most one column may have this meaning; null is a category of results. */
export const isSingleField = (field: ImportField | null): boolean => field !== 'judgement'

export type ImportColumn = Static<typeof ImportColumn>
export const ImportColumn = Type.Object({
  header: Type.String(),
  /** Unit as given in the file: in the header or in a separate row of units. */
  unit: Type.String(),
  /** JLAC10 code, if the file has one. */
  code: Type.String(),
  samples: Type.Array(Type.String()),
})

/**
 * Source of the mapping: `name` exact match of header or code, `guess` ambiguous header or another unit than last time, `remembered` from an earlier import of this facility, `chosen`
 * by the user, `none` unknown.
 */
export const mappingSources = ['name', 'guess', 'remembered', 'chosen', 'none'] as const

export type ImportMapping = Static<typeof ImportMapping>
export const ImportMapping = Type.Object({
  /** Column index from 0. */
  at: Type.Integer({ minimum: 0 }),
  field: Nullable(OneOf(importFields)),
  category_id: Nullable(Id),
  /** Unit of the values; null without a category, or if the unit of the file cannot be converted. */
  unit: Nullable(Type.String()),
  source: OneOf(mappingSources),
  /** The file gives no unit; it was inferred from the values. */
  is_unit_guessed: Type.Boolean(),
})

export type ImportCounts = Static<typeof ImportCounts>
export const ImportCounts = Type.Object({
  rows: Type.Integer(),
  new: Type.Integer(),
  changed: Type.Integer(),
  same: Type.Integer(),
  refused: Type.Integer(),
  /** Rows that are accepted except for cells that are left out, and the number of these cells. */
  partial: Type.Integer(),
  cells_open: Type.Integer(),
  /** The `values_…` fields count values, not rows. */
  values_new: Type.Integer(),
  values_changed: Type.Integer(),
  people: Type.Integer(),
  /** Values that were edited after the import and therefore kept by the undo. */
  kept: Type.Integer(),
})

const head = {
  id: Id,
  user_id: Id,
  user_name: Type.String(),
  name: Type.String(),
  file_name: Type.String(),
  facility: Type.String(),
  tested_on: Nullable(Day),
  state: OneOf(importStates),
  error: Nullable(OneOf(importErrors)),
  /** File size in bytes, and the number of bytes received so far. */
  size: Type.Integer(),
  received: Type.Integer(),
  done: Type.Integer(),
  total: Type.Integer(),
  counts: ImportCounts,
  applied_at: Nullable(Instant),
  undone_at: Nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
}

export type ResultsImportHead = Static<typeof ResultsImportHead>
export const ResultsImportHead = Type.Object(head)
export type ResultsImport = Static<typeof ResultsImport>
export const ResultsImport = Type.Object({
  ...head,
  encoding: Nullable(Type.String()),
  columns: Type.Array(ImportColumn),
  mapping: Type.Array(ImportMapping),
})

const title = Line(200)
const facility = Line(200, 0)

export const listResultsImports = endpoint({
  method: 'GET',
  path: '/api/results_imports',
  permission: 'imports.prepare',
  summary: 'List imported result files, newest first',
  description: '25 a page.',
  query: InputObject({ page: Page }),
  reply: Paged(ResultsImportHead),
})

export const getResultsImport = endpoint({
  method: 'GET',
  path: '/api/results_imports/:id',
  permission: 'imports.prepare',
  summary: 'Get an import: columns, mapping and progress',
  params: ById,
  reply: ResultsImport,
  example: { params: { id: 1 } },
})

/** Limits in bytes of the whole file and of the part sent in one call. */
export const maxFileBytes = 50_000_000
export const maxPartBytes = 600_000
const Part = Type.String({ minLength: 1, maxLength: Math.ceil(maxPartBytes / 3) * 4, pattern: '^[A-Za-z0-9+/]+={0,2}$' })

export const addResultsImport = endpoint({
  method: 'POST',
  path: '/api/results_imports',
  permission: 'imports.prepare',
  summary: 'Start an import with the first part of a file',
  description:
    'CSV (UTF-8, Shift_JIS, UTF-16; comma, tab or semicolon) or Excel (.xlsx), up to 50 MB. `content` is one part of the file in Base64, up to 600,000 bytes; send the following parts in order to `/parts`. Once `size` bytes have arrived, the file is parsed and evaluated in the background.',
  body: InputObject({
    file_name: Line(300),
    size: Type.Integer({ minimum: 1, maximum: maxFileBytes }),
    content: Part,
    name: Type.Optional(title),
    facility: Type.Optional(facility),
    tested_on: Type.Optional(Nullable(Day)),
  }),
  reply: ResultsImport,
  status: 201,
  errors: ['too_large'],
  example: { body: { file_name: 'kenshin.csv', size: 12, content: 'aWQsbmFtZQoxLGE=', facility: '北町ヘルスケアセンター' } },
  staffChanges: ['imports'],
})

export const addImportPart = endpoint({
  method: 'POST',
  path: '/api/results_imports/:id/parts',
  permission: 'imports.prepare',
  summary: 'Upload the next part of a file',
  description: '`at` is the number of bytes sent before this part. Idempotent: a part received before changes nothing.',
  params: ById,
  body: InputObject({ at: Type.Integer({ minimum: 0, maximum: maxFileBytes }), content: Part }),
  reply: ResultsImport,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { at: 12, content: 'Ml0sYg==' } },
  staffChanges: ['imports'],
})

export const changeResultsImport = endpoint({
  method: 'PUT',
  path: '/api/results_imports/:id',
  permission: 'imports.prepare',
  summary: 'Change the column mapping and re-evaluate all rows',
  description:
    'Only before the import is applied. Columns not listed keep their mapping. The meaning of each listed column is remembered for the facility, by its header. `unit` must be the category’s unit or one of its conversions.',
  params: ById,
  body: InputObject({
    updated_at: Type.Optional(Instant),
    name: Type.Optional(title),
    facility: Type.Optional(facility),
    tested_on: Type.Optional(Nullable(Day)),
    mapping: Type.Optional(
      Type.Array(
        InputObject({
          at: Type.Integer({ minimum: 0, maximum: 399 }),
          field: Type.Optional(Nullable(OneOf(importFields))),
          category_id: Type.Optional(Nullable(Id)),
          unit: Type.Optional(Nullable(Type.String({ maxLength: 50 }))),
        }),
        { maxItems: 400 },
      ),
    ),
  }),
  reply: ResultsImport,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { facility: '北町ヘルスケアセンター' } },
  staffChanges: ['imports'],
})

/** Without a change for this time, an import that is being received, checked, applied or undone has stopped. */
export const maxIdleMs = 600_000

const results = { changes: ['test_packages', 'test_results'], staffChanges: ['imports'] } as const

export const applyResultsImport = endpoint({
  method: 'POST',
  path: '/api/results_imports/:id/apply',
  permission: 'test_results.write',
  summary: 'Apply the import: write all accepted rows to the records in the background',
  description:
    'Writes to the completed checkup of the facility on that day, or else creates one per patient and day, complete and not released. The state is `applying` with `done` of `total` rows. An import without progress for ten minutes can be applied again. With `updated_at`, 409 if the import, such as its mapping, changed since.',
  params: ById,
  body: InputObject({ updated_at: Type.Optional(Instant) }),
  reply: ResultsImport,
  errors: ['conflict'],
  example: { params: { id: 1 } },
  ...results,
})

export const undoResultsImport = endpoint({
  method: 'POST',
  path: '/api/results_imports/:id/undo',
  permission: 'test_results.write',
  summary: 'Undo an import in the background: delete added values, restore changed ones',
  description: 'Values edited after the import are kept and listed under `/kept`. Also possible for an import without progress for ten minutes.',
  params: ById,
  body: InputObject({}),
  reply: ResultsImport,
  errors: ['conflict'],
  example: { params: { id: 1 } },
  ...results,
})

export const removeResultsImport = endpoint({
  method: 'DELETE',
  path: '/api/results_imports/:id',
  permission: 'imports.prepare',
  summary: 'Delete an import that is not applied',
  params: ById,
  reply: Nothing,
  status: 204,
  errors: ['conflict'],
  example: { params: { id: 1 } },
  staffChanges: ['imports'],
})
