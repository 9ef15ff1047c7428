import * as interview from '@sukoyaka/wire/interview'
import { serve } from '../kit/serve.ts'
import { interviewsOf } from './store.ts'

export const interviewRoutes = [serve(interview.listInterviews, async ({ db, reach, input }) => ({ items: await interviewsOf(db, reach, input) }))]
