import * as illness from '@sukoyaka/wire/illness'
import { serve } from '../kit/serve.ts'
import { allergiesOf } from './store.ts'

export const illnessRoutes = [serve(illness.listAllergyReactions, async ({ db, reach, input }) => ({ items: await allergiesOf(db, reach, input.user_id) }))]
