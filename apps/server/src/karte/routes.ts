import * as karte from '@sukoyaka/wire/karte'
import { serve } from '../kit/serve.ts'
import { kartesOf } from './store.ts'

export const karteRoutes = [serve(karte.listKartes, ({ db, reach, input }) => kartesOf(db, reach, input))]
