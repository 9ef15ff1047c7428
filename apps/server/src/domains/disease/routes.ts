import * as assessment from '@sukoyaka/wire/care/assessment'
import { serve } from '../../http/serve.ts'
import { diseaseOf, diseasesFor, insertDisease } from './store.ts'

export const diseaseRoutes = [
  serve(assessment.listDiseases, async ({ db, input, language }) => ({ items: await diseasesFor(db, input, language) })),
  serve(assessment.getDisease, ({ db, input, language }) => diseaseOf(db, input.id, input.include, language)),
  serve(assessment.addDisease, ({ db, input, language }) => insertDisease(db, input, language)),
]
