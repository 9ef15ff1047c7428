import type { QuestionnaireResponse, QuestionnaireResponseItem } from '@medplum/fhirtypes'
import { type BaseRow, iso, metaOf, patientOf } from './coding.ts'

type Answer = { value: number | boolean; description?: string }
export type QuestionnaireRow = BaseRow & { answers: Record<string, Answer>; answered_at: string; names: Record<string, string> }

const partNames: Record<string, string> = { symptoms: '症状', lifestyles: '生活習慣', allergy_reactions: 'アレルギー' }

const itemOf = (key: string, { value, description }: Answer, text: string | undefined): QuestionnaireResponseItem => ({
  linkId: key,
  ...(text && { text }),
  answer: [
    typeof value === 'boolean' ? { valueBoolean: value } : Number.isInteger(value) ? { valueInteger: value } : { valueDecimal: value },
    // answers from before may have a description with a no
    ...(value && description ? [{ valueString: description }] : []),
  ],
})

/** The answers of one completed form, grouped by its parts. */
export const toQuestionnaireResponse = (row: QuestionnaireRow): QuestionnaireResponse => {
  const parts = Map.groupBy(Object.entries(row.answers), ([key]) => key.split('.')[0]!)
  return {
    resourceType: 'QuestionnaireResponse',
    id: row.id,
    meta: metaOf(row),
    status: 'completed',
    subject: patientOf(row),
    source: patientOf(row),
    authored: iso(row.answered_at),
    ...(parts.size && {
      item: [...parts].map(([part, answers]) => ({
        linkId: part,
        text: partNames[part] ?? part,
        item: answers.map(([key, answer]) => itemOf(key, answer, row.names[key])),
      })),
    }),
  }
}
