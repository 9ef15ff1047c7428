import { tokyoDay } from '@sukoyaka/rules/time'
import * as assessment from '@sukoyaka/wire/care/assessment'
import { serve } from '../../http/serve.ts'
import { diseaseOf, diseasesFor, insertDisease } from '../disease/store.ts'
import { assessmentsOf, insertAssessment, updateAssessment } from './store.ts'

export const assessmentRoutes = [
  serve(assessment.listDiseases, async ({ db, input, language }) => ({ items: await diseasesFor(db, input, language) })),
  serve(assessment.readDisease, ({ db, input, language }) => diseaseOf(db, input.id, input.include, language)),
  serve(assessment.addDisease, ({ db, input, language }) => insertDisease(db, input, language)),
  serve(assessment.listAssessments, async ({ scope, input, language }) => ({ items: await assessmentsOf(scope, input, language) })),
  serve(assessment.addAssessment, ({ scope, input, context }) => insertAssessment(scope, input, tokyoDay(context.clock()))),
  serve(assessment.changeAssessment, ({ scope, input, context }) => updateAssessment(scope, input, tokyoDay(context.clock()))),
]
