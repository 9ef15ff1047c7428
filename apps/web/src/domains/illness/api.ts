import * as illness from '@sukoyaka/wire/record/illness'
import { api, read, write } from '../../api/api.ts'
import { optimisticUpdate } from '../../api/optimistic-update.ts'

const allergies = optimisticUpdate('listAllergyReactions', 'allergy_reactions')
const past = optimisticUpdate('listPastIllnesses', 'past_illnesses')
const family = optimisticUpdate('listFamilyPastIllnesses', 'family_past_illnesses')
const operations = optimisticUpdate('listPerformedOperations', 'performed_operations')

export const {
  useListAllergyReactionsQuery,
  useAddAllergyReactionMutation,
  useChangeAllergyReactionMutation,
  useRemoveAllergyReactionMutation,
  useListPastIllnessesQuery,
  useAddPastIllnessMutation,
  useChangePastIllnessMutation,
  useRemovePastIllnessMutation,
  useListFamilyPastIllnessesQuery,
  useAddFamilyPastIllnessMutation,
  useChangeFamilyPastIllnessMutation,
  useRemoveFamilyPastIllnessMutation,
  useListPerformedOperationsQuery,
  useAddPerformedOperationMutation,
  useChangePerformedOperationMutation,
  useRemovePerformedOperationMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    listAllergyReactions: read(build, illness.listAllergyReactions, 'allergy_reactions'),
    addAllergyReaction: write(build, illness.addAllergyReaction, allergies.added),
    changeAllergyReaction: write(build, illness.changeAllergyReaction, allergies.changed),
    removeAllergyReaction: write(build, illness.removeAllergyReaction, allergies.removed),
    listPastIllnesses: read(build, illness.listPastIllnesses, 'past_illnesses'),
    addPastIllness: write(build, illness.addPastIllness, past.added),
    changePastIllness: write(build, illness.changePastIllness, past.changed),
    removePastIllness: write(build, illness.removePastIllness, past.removed),
    listFamilyPastIllnesses: read(build, illness.listFamilyPastIllnesses, 'family_past_illnesses'),
    addFamilyPastIllness: write(build, illness.addFamilyPastIllness, family.added),
    changeFamilyPastIllness: write(build, illness.changeFamilyPastIllness, family.changed),
    removeFamilyPastIllness: write(build, illness.removeFamilyPastIllness, family.removed),
    listPerformedOperations: read(build, illness.listPerformedOperations, 'performed_operations'),
    addPerformedOperation: write(build, illness.addPerformedOperation, operations.added),
    changePerformedOperation: write(build, illness.changePerformedOperation, operations.changed),
    removePerformedOperation: write(build, illness.removePerformedOperation, operations.removed),
  }),
})
