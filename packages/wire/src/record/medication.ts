import Type, { type Static } from 'typebox'
import { ById, endpoint, Id, Include, InputObject, Instant, Items, Line, Nothing, Nullable, OneOf, PartialDay, Text } from '../endpoint.ts'

/** When a medicine is taken. */
export const timings = [
  'on_waking',
  'before_breakfast',
  'after_breakfast',
  'before_lunch',
  'after_lunch',
  'before_dinner',
  'after_dinner',
  'between_meals',
  'before_sleep',
  'as_needed',
] as const
export type Timing = (typeof timings)[number]

export type Medicine = Static<typeof Medicine>
export const Medicine = Type.Object({
  id: Id,
  /** Code of the medicine. */
  name: Type.String(),
  name_ja: Type.String(),
  name_en: Type.String(),
  /** In the request's language, else in Japanese. */
  display_name: Type.String(),
  /** Drug class in Japanese. */
  class_name: Type.String(),
  /** Usual single dose in Japanese; a hint for data entry, not a rule. */
  dose_text: Type.String(),
  sort_number: Type.Integer(),
})

const Search = InputObject({ q: Type.Optional(Type.String({ maxLength: 100 })) })

export const listMedicines = endpoint({
  method: 'GET',
  path: '/api/medicines',
  permission: 'catalogue.read',
  summary: 'List medicines in the order of the catalogue',
  description: 'Max 1,000. `q` matches parts of a name or drug class in kanji, kana, romaji or English; words that start with it come first.',
  query: Search,
  reply: Items(Medicine),
  example: { query: { q: 'ロスバ' } },
  cache: 'reference',
})

export type Supplement = Static<typeof Supplement>
export const Supplement = Type.Object({
  id: Id,
  /** Code of the supplement. */
  name: Type.String(),
  name_ja: Type.String(),
  display_name: Type.String(),
  sort_number: Type.Integer(),
})

export const listSupplements = endpoint({
  method: 'GET',
  path: '/api/supplements',
  permission: 'catalogue.read',
  summary: 'List supplements in the order of the catalogue',
  description: 'Max 1,000. `q` matches parts of a name in kanji, kana, romaji, English or Korean; words that start with it come first.',
  query: Search,
  reply: Items(Supplement),
  example: { query: { q: 'ビタミン' } },
  cache: 'reference',
})

/** Optimistic lock: 409 if the row has changed since this `updated_at`. */
const updated_at = Type.Optional(Instant)
const day = Type.Optional(Nullable(PartialDay))
const name = Type.Optional(Nullable(Line(200)))
const shortText = Type.Optional(Line(50, 0))
const memo = Type.Optional(Text(2000, 0))

export type MedicineIntake = Static<typeof MedicineIntake>
export const MedicineIntake = Type.Object({
  id: Id,
  user_id: Id,
  medicine_id: Nullable(Id),
  medicine: Type.Optional(Nullable(Medicine)),
  /** Name of a medicine missing from the catalogue, else null. */
  name: Nullable(Type.String()),
  /** Strength of one unit, such as 2.5 mg. */
  strength: Type.String(),
  /** Daily dose, such as 1錠. */
  daily_volume: Type.String(),
  /** Number of doses a day. */
  divided_times: Nullable(Type.Integer()),
  timing: Type.Array(OneOf(timings)),
  started_on: Nullable(PartialDay),
  /** First day on which it is no longer taken. */
  ended_on: Nullable(PartialDay),
  memo: Type.String(),
  created_at: Instant,
  updated_at: Instant,
})

const dosage = {
  strength: shortText,
  daily_volume: shortText,
  divided_times: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 12 }))),
  timing: Type.Optional(Type.Array(OneOf(timings), { maxItems: timings.length })),
  started_on: day,
  ended_on: day,
  memo,
}

export const listMedicineIntakes = endpoint({
  method: 'GET',
  path: '/api/medicine_intakes',
  permission: 'patient.read',
  summary: 'List a patient’s medicine intakes, current and past, in order of entry',
  description: 'Max 1,000.',
  query: InputObject({ user_id: Id, include: Include('medicine') }),
  reply: Items(MedicineIntake),
  example: { query: { user_id: 1, include: ['medicine'] } },
})

export const addMedicineIntake = endpoint({
  method: 'POST',
  path: '/api/medicine_intakes',
  permission: 'diagnoses.write',
  summary: 'Add a medicine intake of a patient',
  description: 'Send `medicine_id`, or `name` for a medicine missing from the catalogue.',
  body: InputObject({ user_id: Id, medicine_id: Type.Optional(Nullable(Id)), name, ...dosage }),
  reply: MedicineIntake,
  status: 201,
  example: {
    body: { user_id: 1, medicine_id: 1, strength: '5 mg', daily_volume: '1錠', divided_times: 1, timing: ['after_breakfast'], started_on: '2026-04' },
  },
  changes: ['medicine_intakes'],
})

export const changeMedicineIntake = endpoint({
  method: 'PUT',
  path: '/api/medicine_intakes/:id',
  permission: 'diagnoses.write',
  summary: 'Change or end a medicine intake',
  params: ById,
  body: InputObject({ updated_at, medicine_id: Type.Optional(Nullable(Id)), name, ...dosage }),
  reply: MedicineIntake,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { ended_on: '2026-11-20' } },
  changes: ['medicine_intakes'],
})

export const removeMedicineIntake = endpoint({
  method: 'DELETE',
  path: '/api/medicine_intakes/:id',
  permission: 'diagnoses.write',
  summary: 'Delete a medicine intake recorded by mistake',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['medicine_intakes'],
})

export type SupplementIntake = Static<typeof SupplementIntake>
export const SupplementIntake = Type.Object({
  id: Id,
  user_id: Id,
  supplement_id: Nullable(Id),
  supplement: Type.Optional(Nullable(Supplement)),
  /** Name of a supplement missing from the catalogue, else null. */
  name: Nullable(Type.String()),
  started_on: Nullable(PartialDay),
  ended_on: Nullable(PartialDay),
  memo: Type.String(),
  created_at: Instant,
  updated_at: Instant,
})

const period = { started_on: day, ended_on: day, memo }

export const listSupplementIntakes = endpoint({
  method: 'GET',
  path: '/api/supplement_intakes',
  permission: 'patient.read',
  summary: 'List a patient’s supplement intakes, current and past, in order of entry',
  description: 'Max 1,000.',
  query: InputObject({ user_id: Id, include: Include('supplement') }),
  reply: Items(SupplementIntake),
  example: { query: { user_id: 1, include: ['supplement'] } },
})

export const addSupplementIntake = endpoint({
  method: 'POST',
  path: '/api/supplement_intakes',
  permission: 'diagnoses.write',
  summary: 'Add a supplement intake of a patient',
  description: 'Send `supplement_id`, or `name` for a supplement missing from the catalogue.',
  body: InputObject({ user_id: Id, supplement_id: Type.Optional(Nullable(Id)), name, ...period }),
  reply: SupplementIntake,
  status: 201,
  example: { body: { user_id: 1, supplement_id: 1, started_on: '2026-04' } },
  changes: ['supplement_intakes'],
})

export const changeSupplementIntake = endpoint({
  method: 'PUT',
  path: '/api/supplement_intakes/:id',
  permission: 'diagnoses.write',
  summary: 'Change or end a supplement intake',
  params: ById,
  body: InputObject({ updated_at, supplement_id: Type.Optional(Nullable(Id)), name, ...period }),
  reply: SupplementIntake,
  errors: ['conflict'],
  example: { params: { id: 1 }, body: { ended_on: '2026-11-20' } },
  changes: ['supplement_intakes'],
})

export const removeSupplementIntake = endpoint({
  method: 'DELETE',
  path: '/api/supplement_intakes/:id',
  permission: 'diagnoses.write',
  summary: 'Delete a supplement intake recorded by mistake',
  params: ById,
  reply: Nothing,
  status: 204,
  example: { params: { id: 1 } },
  changes: ['supplement_intakes'],
})
