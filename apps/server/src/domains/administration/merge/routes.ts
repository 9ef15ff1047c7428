import * as wire from '@sukoyaka/wire/boards/admin/merge'
import { serve } from '../../../http/serve.ts'
import { mergeAndDerive, undoAndDerive } from './derive-again.ts'
import { compared, duplicatesOf, saveDistinct } from './duplicate-store.ts'
import { mergesOf } from './merge-store.ts'

export const mergeRoutes = [
  serve(wire.listDuplicates, ({ scope, input }) => duplicatesOf(scope, input)),
  serve(wire.comparePatients, ({ scope, input }) => compared(scope, input)),
  serve(wire.markDistinct, ({ scope, actor, input }) => saveDistinct(scope, actor.id, input.first_id, input.second_id)),
  serve(wire.listMerges, ({ scope, input }) => mergesOf(scope, input)),
  serve(wire.mergePatients, mergeAndDerive),
  serve(wire.undoMerge, undoAndDerive),
]
