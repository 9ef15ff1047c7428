import * as symptom from '@sukoyaka/wire/record/symptom'
import { serve } from '../../http/serve.ts'
import { symptomCategories, symptomsOf } from './store.ts'

export const symptomRoutes = [
  serve(symptom.listSymptomCategories, async ({ db, language }) => ({ items: await symptomCategories(db, language) })),
  serve(symptom.listSymptoms, async ({ scope, input }) => ({ items: await symptomsOf(scope, input) })),
]
