import { tokyoDay } from '@sukoyaka/rules/time'
import * as assessment from '@sukoyaka/wire/care/assessment'
import { serve } from '../../http/serve.ts'
import { assessmentsOf, insertAssessment, updateAssessment } from './store.ts'

export const assessmentRoutes = [
  serve(assessment.listAssessments, async ({ scope, input, language }) => ({ items: await assessmentsOf(scope, input, language) })),
  serve(assessment.addAssessment, ({ scope, input, context }) => insertAssessment(scope, input, tokyoDay(context.clock()))),
  serve(assessment.changeAssessment, ({ scope, input, context }) => updateAssessment(scope, input, tokyoDay(context.clock()))),
]
