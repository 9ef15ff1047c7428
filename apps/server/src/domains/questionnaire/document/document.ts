import { questionnaire_document as words } from '@sukoyaka/phrases/care/questionnaire-document'
import type { Language } from '@sukoyaka/phrases/language'
import { illness } from '@sukoyaka/phrases/record/illness'
import { questionnaire } from '@sukoyaka/phrases/record/questionnaire'
import { type Step, stepsOf } from '@sukoyaka/rules/care/questionnaire-steps'
import { addressedName } from '@sukoyaka/rules/person'
import { formatUnit } from '@sukoyaka/rules/record/answer'
import { formatDay, formatInstant, tokyoDay } from '@sukoyaka/rules/time'
import type { AllergyKind } from '@sukoyaka/wire/record/illness'
import type { LifestyleCategory } from '@sukoyaka/wire/record/lifestyle'
import type { getQuestionnaireDocument, QuestionnaireDetail } from '@sukoyaka/wire/record/questionnaire'
import type { SymptomCategory } from '@sukoyaka/wire/record/symptom'
import { sourceFile } from '../../../config/folders.ts'
import { translate } from '../../../config/language.ts'
import { renderForCall } from '../../../documents/render-for-call.ts'
import { attachment } from '../../../files/file-name.ts'
import type { Call } from '../../../http/serve.ts'
import { lifestyleCategories } from '../../lifestyle/store.ts'
import { symptomCategories } from '../../symptom/store.ts'
import { getQuestionnaire, personOf } from '../store.ts'

const template = sourceFile('domains/questionnaire/document/questionnaire.typ')

type Option = { label: string; is_chosen: boolean }
/**
 * `number`: a figure, empty without an answer; null for a question with options. `detail`: the description of an allergy, empty on a blank form; null if
 * there is none.
 */
type Question = { text: string; options: Option[]; number: { value: string; unit: string } | null; detail: string | null }

type Answers = {
  isBlank: boolean
  symptoms: ReadonlyMap<string, number>
  lifestyles: ReadonlyMap<string, number>
  allergies: ReadonlyMap<string, QuestionnaireDetail['allergy_reactions'][number]>
}

/** The answers to choose from, or a figure. A symptom is present or absent, a question about a habit is answered with yes or no. */
const choiceOf = (question: SymptomCategory | LifestyleCategory, value: number | undefined, language: Language): Pick<Question, 'options' | 'number'> => {
  const isHabit = 'unit' in question
  const booleans = [
    { key: isHabit ? 'isYes' : 'yes', of: 1 },
    { key: isHabit ? 'isNo' : 'no', of: 0 },
  ] as const
  if (question.value_type === 'boolean')
    return { number: null, options: booleans.map(({ key, of }) => ({ label: translate(questionnaire, language, key), is_chosen: value === of })) }
  if (question.options.length) return { number: null, options: question.options.map(({ label, value: of }) => ({ label, is_chosen: value === of })) }
  return { options: [], number: { value: value === undefined ? '' : String(value), unit: isHabit ? formatUnit(question.unit, language) : '' } }
}

const questionsOf = (step: Step, { symptoms, lifestyles, allergies, isBlank }: Answers, language: Language): Question[] => {
  const allergy = (kind: AllergyKind): Question => {
    const given = allergies.get(kind)
    const options = ([true, false] as const).map((of) => ({
      label: translate(questionnaire, language, of ? 'yes' : 'no'),
      is_chosen: given?.is_occured === of,
    }))
    return { text: translate(illness, language, `allergy.${kind}`), options, number: null, detail: isBlank ? '' : given?.description || null }
  }
  return [
    ...step.symptoms.map((symptom) => ({ text: symptom.display_name, ...choiceOf(symptom, symptoms.get(symptom.name), language), detail: null })),
    ...step.lifestyles.map((lifestyle) => ({
      text: lifestyle.question || lifestyle.display_name,
      ...choiceOf(lifestyle, lifestyles.get(lifestyle.name), language),
      detail: null,
    })),
    ...step.allergies.map(allergy),
  ]
}

/** A questionnaire on paper: empty to be filled in by hand, or with its answers. */
export const sendQuestionnaireDocument = async ({ context, db, scope, input, language, reply }: Call<typeof getQuestionnaireDocument>): Promise<Buffer> => {
  const form = await getQuestionnaire(scope, input.id)
  const person = await personOf(scope, form.user_id)
  const isBlank = input.blank === true
  const valuesOf = (answers: readonly { name: string; value: number }[]) => new Map(isBlank ? [] : answers.map(({ name, value }) => [name, value]))
  const answers: Answers = {
    isBlank,
    symptoms: valuesOf(form.symptoms),
    lifestyles: valuesOf(form.lifestyles),
    allergies: new Map(isBlank ? [] : form.allergy_reactions.map((answer) => [answer.kind, answer])),
  }
  const catalogue = { symptoms: await symptomCategories(db, language), lifestyles: await lifestyleCategories(db, language) }
  const say = (key: keyof (typeof words)['ja'], values: Record<string, string> = {}) => translate(words, language, key, values)
  const name = addressedName(person, language, 'staff')
  const title = say('title')
  const pdf = await renderForCall(template, {
    head: { title, number: String(form.id), language },
    name,
    born: person.birthday ? say('born', { day: formatDay(person.birthday, language) }) : '',
    state: isBlank ? '' : form.answered_at ? say('answered', { at: formatInstant(form.answered_at, language) }) : say('open'),
    is_blank: isBlank,
    lead: isBlank ? say('lead') : '',
    labels: { filled_on: say('filledOn'), detail: say('detail'), hand_in: isBlank ? say('handIn') : '' },
    steps: stepsOf(catalogue, form.parts, person.sex)
      .filter(({ name: step }) => step !== 'review')
      .map((step) => ({ title: translate(questionnaire, language, `step.${step.name}`), questions: questionsOf(step, answers, language) })),
  })
  const day = tokyoDay(form.answered_at ?? context.clock())
  reply.header('content-type', 'application/pdf').header('content-disposition', attachment(`${title}_${day}.pdf`))
  return pdf
}
