import * as lifestyle from '@sukoyaka/wire/record/lifestyle'
import { serve } from '../../http/serve.ts'
import { lifestyleCategories, lifestylesOf } from './store.ts'

export const lifestyleRoutes = [
  serve(lifestyle.listLifestyleCategories, async ({ db, language }) => ({ items: await lifestyleCategories(db, language) })),
  serve(lifestyle.listLifestyles, async ({ scope, input }) => ({ items: await lifestylesOf(scope, input) })),
]
