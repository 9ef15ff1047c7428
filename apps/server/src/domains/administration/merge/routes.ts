import * as wire from '@sukoyaka/wire/boards/admin/merge'
import { serve } from '../../../http/serve.ts'
import { compared, duplicatesOf, saveDistinct } from './duplicate-store.ts'
import { merge, mergesOf, undo } from './merge-store.ts'

export const mergeRoutes = [
  serve(wire.listDuplicates, ({ scope, input }) => duplicatesOf(scope, input)),
  serve(wire.comparePatients, ({ scope, input }) => compared(scope, input)),
  serve(wire.markDistinct, ({ scope, actor, input }) => saveDistinct(scope, actor.id, input.first_id, input.second_id)),
  serve(wire.listMerges, ({ scope, input }) => mergesOf(scope, input)),
  serve(wire.mergePatients, ({ scope, actor, input }) => merge(scope, actor.id, input)),
  serve(wire.undoMerge, ({ scope, actor, input }) => undo(scope, actor.id, input.id)),
]
