import { foldName, readDayCell, readSexCell } from '@sukoyaka/rules/boards/import-cell'
import { readingOf } from '@sukoyaka/rules/person'
import type { ImportCandidate, ImportRow } from '@sukoyaka/wire/boards/import-row'
import type { ImportField, ImportMapping } from '@sukoyaka/wire/boards/results-import'

export const comparedFields = ['name', 'kana', 'birthday', 'sex'] as const
export type ComparedField = (typeof comparedFields)[number]
/** `spelling`: the same name in other characters; `blank`: the file or the record says nothing. */
export type Likeness = 'same' | 'spelling' | 'differs' | 'blank'
type Sex = 'male' | 'female'

/** The person as the row describes them. Day and sex are null if the row says nothing, and undefined if they cannot be read. */
export type WrittenPerson = {
  name: string
  kana: string
  birthday: { text: string; day: string | null | undefined }
  sex: { text: string; value: Sex | null | undefined }
}

export const writtenPersonOf = (mapping: readonly ImportMapping[], cells: readonly string[]): WrittenPerson => {
  const text = (field: ImportField) => cells[mapping.find((column) => column.field === field)?.at ?? -1]?.trim() ?? ''
  const either = (whole: ImportField, last: ImportField, first: ImportField) => text(whole) || `${text(last)} ${text(first)}`.trim()
  return {
    name: either('name', 'last_name', 'first_name'),
    kana: either('kana', 'last_name_kana', 'first_name_kana'),
    birthday: { text: text('birthday'), day: readDayCell(text('birthday')) },
    sex: { text: text('sex'), value: readSexCell(text('sex')) },
  }
}

export const candidateName = ({ last_name, first_name }: ImportCandidate) => `${last_name} ${first_name}`.trim()

const bare = (text: string) => text.normalize('NFKC').replace(/\s+/g, '')
const likenessOfNames = (written: string, known: string): Likeness => {
  if (!written || !known) return 'blank'
  if (bare(written) === bare(known)) return 'same'
  return foldName(written) === foldName(known) ? 'spelling' : 'differs'
}
const likenessOf = (written: string | null | undefined, known: string | null): Likeness =>
  written === null || known === null ? 'blank' : written === known ? 'same' : 'differs'

export const likenessesOf = (written: WrittenPerson, candidate: ImportCandidate): Record<ComparedField, Likeness> => ({
  name: likenessOfNames(written.name, candidateName(candidate)),
  // folded first, so that a difference in script only (hiragana, katakana, width) is `same`
  kana: likenessOfNames(foldName(written.kana), foldName(readingOf(candidate))),
  birthday: likenessOf(written.birthday.day, candidate.birthday),
  sex: likenessOf(written.sex.value, candidate.sex),
})

/** Number of fields that agree, of those that both sides have. */
export const agreementOf = (likenesses: Record<ComparedField, Likeness>) => {
  const known = comparedFields.filter((field) => likenesses[field] !== 'blank')
  return { agreeing: known.filter((field) => likenesses[field] !== 'differs').length, of: known.length }
}

/** Year, month and day of a candidate's birthday, each with whether the file says otherwise. */
export const birthdayParts = (written: string | null, known: string) => {
  const writtenParts = written?.split('-')
  return known.split('-').map((text, at) => ({ text, differs: writtenParts !== undefined && writtenParts[at] !== text }))
}

/** Whether somebody must say which patient the row belongs to. */
export const lacksPatient = ({ patient, reasons }: ImportRow) =>
  patient === null &&
  reasons.some(({ reason }) => ['person_missing', 'birthday_missing', 'person_unknown', 'person_ambiguous', 'person_differs'].includes(reason))
