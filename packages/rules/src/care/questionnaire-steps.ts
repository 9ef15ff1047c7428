import { isApplicable } from '@sukoyaka/rules/record/questionnaire'
import { type AllergyKind, allergyKinds } from '@sukoyaka/wire/record/illness'
import { type LifestyleCategory, lifestyleDivisions } from '@sukoyaka/wire/record/lifestyle'
import type { QuestionnairePart } from '@sukoyaka/wire/record/questionnaire'
import type { bodyAreas, SymptomCategory } from '@sukoyaka/wire/record/symptom'

type Area = (typeof bodyAreas)[number]

/** The pages of symptoms, in order, with the body areas on each. */
const areaSteps = [
  { name: 'general', areas: ['general'] },
  { name: 'head', areas: ['head', 'neurological'] },
  { name: 'eye', areas: ['eye'] },
  { name: 'ear', areas: ['ear_nose_throat', 'mouth'] },
  { name: 'chest', areas: ['chest', 'respiratory'] },
  { name: 'abdomen', areas: ['abdomen'] },
  { name: 'urinary', areas: ['urinary', 'reproductive'] },
  { name: 'musculoskeletal', areas: ['musculoskeletal'] },
  { name: 'skin', areas: ['skin'] },
  { name: 'mental', areas: ['mental'] },
] as const satisfies readonly { name: string; areas: readonly Area[] }[]

export type AreaStep = (typeof areaSteps)[number]['name']
export type StepName = AreaStep | (typeof lifestyleDivisions)[number] | 'allergy' | 'review'

export type Step = {
  name: StepName
  part: QuestionnairePart | 'review'
  /** Keys of the answers on this page, such as `symptoms.headache`. */
  paths: readonly string[]
  symptoms: readonly SymptomCategory[]
  lifestyles: readonly LifestyleCategory[]
  allergies: readonly AllergyKind[]
}

export type QuestionCatalogue = { symptoms: readonly SymptomCategory[]; lifestyles: readonly LifestyleCategory[] }

const noQuestions = { symptoms: [], lifestyles: [], allergies: [] }

/** Pages of a questionnaire: symptoms by body area, lifestyles by division, and allergies; then the review. Pages without questions are left out. */
export const stepsOf = ({ symptoms, lifestyles }: QuestionCatalogue, parts: readonly QuestionnairePart[], sex: 'male' | 'female' | null): Step[] => {
  const applicableSymptoms = parts.includes('symptoms') ? symptoms.filter((symptom) => isApplicable(symptom, sex)) : []
  const applicableLifestyles = parts.includes('lifestyles') ? lifestyles.filter((lifestyle) => isApplicable(lifestyle, sex)) : []
  const steps: Step[] = [
    ...areaSteps.map(({ name, areas }): Step => {
      const own = areas.flatMap((area) => applicableSymptoms.filter(({ body_area }) => body_area === area))
      return { ...noQuestions, name, part: 'symptoms', symptoms: own, paths: own.map((symptom) => `symptoms.${symptom.name}`) }
    }),
    ...lifestyleDivisions.map((division): Step => {
      const own = applicableLifestyles.filter(({ major_division }) => major_division === division)
      return { ...noQuestions, name: division, part: 'lifestyles', lifestyles: own, paths: own.map((lifestyle) => `lifestyles.${lifestyle.name}`) }
    }),
    {
      ...noQuestions,
      name: 'allergy',
      part: 'allergy_reactions',
      allergies: parts.includes('allergy_reactions') ? allergyKinds : [],
      paths: parts.includes('allergy_reactions') ? allergyKinds.map((kind) => `allergy_reactions.${kind}`) : [],
    },
  ]
  return [...steps.filter(({ paths }) => paths.length), { ...noQuestions, name: 'review', part: 'review', paths: [] }]
}
