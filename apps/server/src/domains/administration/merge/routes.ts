import * as wire from '@sukoyaka/wire/boards/admin/merge'
import { serve } from '../../../http/serve.ts'
import { mergeAndDerive, undoAndDerive } from './derive-again.ts'
import { deleteDistinct, distinctPairsOf, saveDistinct } from './distinct-store.ts'
import { compared, duplicatesOf } from './duplicate-store.ts'
import { mergesOf } from './merge-store.ts'

export const mergeRoutes = [
  serve(wire.listDuplicates, ({ scope, input }) => duplicatesOf(scope, input)),
  serve(wire.comparePatients, ({ scope, input }) => compared(scope, input)),
  serve(wire.listDistinct, ({ scope, input }) => distinctPairsOf(scope, input)),
  serve(wire.markDistinct, ({ scope, actor, input }) => saveDistinct(scope, actor.id, input.first_id, input.second_id)),
  serve(wire.unmarkDistinct, ({ scope, input }) => deleteDistinct(scope, input.first_id, input.second_id)),
  serve(wire.listMerges, ({ scope, input }) => mergesOf(scope, input)),
  serve(wire.mergePatients, mergeAndDerive),
  serve(wire.undoMerge, undoAndDerive),
]
