import { tokyoDay } from '@sukoyaka/rules/time'
import * as illness from '@sukoyaka/wire/record/illness'
import type { AppContext } from '../../context/app-context.ts'
import { serve } from '../../http/serve.ts'
import { insertOperation, operationsOf, updateOperation } from './operation-store.ts'
import { familyOf, insertFamily, insertPastIllness, pastIllnessesOf, updateFamily, updatePastIllness } from './past-store.ts'
import { removeAllergy, removeFamily, removeOperation, removePastIllness } from './remove-store.ts'
import { allergiesOf, insertAllergy, updateAllergy } from './store.ts'

const today = (context: AppContext) => tokyoDay(context.clock())

export const illnessRoutes = [
  serve(illness.listAllergyReactions, async ({ db, reach, input }) => ({ items: await allergiesOf(db, reach, input.user_id) })),
  serve(illness.addAllergyReaction, ({ db, reach, input }) => insertAllergy(db, reach, input)),
  serve(illness.changeAllergyReaction, ({ db, reach, input }) => updateAllergy(db, reach, input)),
  serve(illness.removeAllergyReaction, ({ db, reach, input }) => removeAllergy(db, reach, input.id)),

  serve(illness.listPastIllnesses, async ({ db, reach, input, language }) => ({ items: await pastIllnessesOf(db, reach, input, language) })),
  serve(illness.addPastIllness, ({ db, reach, input, context }) => insertPastIllness(db, reach, input, today(context))),
  serve(illness.changePastIllness, ({ db, reach, input, context }) => updatePastIllness(db, reach, input, today(context))),
  serve(illness.removePastIllness, ({ db, reach, input }) => removePastIllness(db, reach, input.id)),

  serve(illness.listFamilyPastIllnesses, async ({ db, reach, input, language }) => ({ items: await familyOf(db, reach, input, language) })),
  serve(illness.addFamilyPastIllness, ({ db, reach, input, context }) => insertFamily(db, reach, input, today(context))),
  serve(illness.changeFamilyPastIllness, ({ db, reach, input, context }) => updateFamily(db, reach, input, today(context))),
  serve(illness.removeFamilyPastIllness, ({ db, reach, input }) => removeFamily(db, reach, input.id)),

  serve(illness.listPerformedOperations, async ({ db, reach, input }) => ({ items: await operationsOf(db, reach, input.user_id) })),
  serve(illness.addPerformedOperation, ({ db, reach, input, context }) => insertOperation(db, reach, input, today(context))),
  serve(illness.changePerformedOperation, ({ db, reach, input, context }) => updateOperation(db, reach, input, today(context))),
  serve(illness.removePerformedOperation, ({ db, reach, input }) => removeOperation(db, reach, input.id)),
]
