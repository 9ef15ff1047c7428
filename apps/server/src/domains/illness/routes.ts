import { tokyoDay } from '@sukoyaka/rules/time'
import * as illness from '@sukoyaka/wire/record/illness'
import type { AppContext } from '../../context/app-context.ts'
import { serve } from '../../http/serve.ts'
import { insertOperation, operationsOf, updateOperation } from './operation-store.ts'
import { familyIllnessesOf, insertFamily, insertPastIllness, pastIllnessesOf, updateFamily, updatePastIllness } from './past-store.ts'
import { removeAllergy, removeFamily, removeOperation, removePastIllness } from './remove-store.ts'
import { allergiesOf, insertAllergy, updateAllergy } from './store.ts'

const today = (context: AppContext) => tokyoDay(context.clock())

export const illnessRoutes = [
  serve(illness.listAllergyReactions, async ({ scope, input }) => ({ items: await allergiesOf(scope, input.user_id) })),
  serve(illness.addAllergyReaction, ({ scope, input, actor }) => insertAllergy(scope, input, { confirmed_by: actor.id })),
  serve(illness.changeAllergyReaction, ({ scope, input, actor }) => updateAllergy(scope, input, actor)),
  serve(illness.removeAllergyReaction, ({ scope, input }) => removeAllergy(scope, input)),

  serve(illness.listPastIllnesses, async ({ scope, input, language }) => ({ items: await pastIllnessesOf(scope, input, language) })),
  serve(illness.addPastIllness, ({ scope, input, context }) => insertPastIllness(scope, input, today(context))),
  serve(illness.changePastIllness, ({ scope, input, context }) => updatePastIllness(scope, input, today(context))),
  serve(illness.removePastIllness, ({ scope, input }) => removePastIllness(scope, input.id)),

  serve(illness.listFamilyPastIllnesses, async ({ scope, input, language }) => ({ items: await familyIllnessesOf(scope, input, language) })),
  serve(illness.addFamilyPastIllness, ({ scope, input, context }) => insertFamily(scope, input, today(context))),
  serve(illness.changeFamilyPastIllness, ({ scope, input, context }) => updateFamily(scope, input, today(context))),
  serve(illness.removeFamilyPastIllness, ({ scope, input }) => removeFamily(scope, input.id)),

  serve(illness.listPerformedOperations, async ({ scope, input }) => ({ items: await operationsOf(scope, input.user_id) })),
  serve(illness.addPerformedOperation, ({ scope, input, context }) => insertOperation(scope, input, today(context))),
  serve(illness.changePerformedOperation, ({ scope, input, context }) => updateOperation(scope, input, today(context))),
  serve(illness.removePerformedOperation, ({ scope, input }) => removeOperation(scope, input.id)),
]
