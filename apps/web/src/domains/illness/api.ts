import * as illness from '@sukoyaka/wire/record/illness'
import { useLayoutEffect } from 'react'
import { api, mutationEndpoint, queryEndpoint } from '../../api/api.ts'
import { optimisticUpdate } from '../../api/optimistic-update.ts'
import { useAppStore } from '../../api/store.ts'

const allergies = optimisticUpdate('listAllergyReactions', 'allergy_reactions')
const past = optimisticUpdate('listPastIllnesses', 'past_illnesses')
const family = optimisticUpdate('listFamilyPastIllnesses', 'family_past_illnesses')
const operations = optimisticUpdate('listPerformedOperations', 'performed_operations')

const illnessApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAllergyReactions: queryEndpoint(build, illness.listAllergyReactions, 'allergy_reactions'),
    addAllergyReaction: mutationEndpoint(build, illness.addAllergyReaction, allergies.added),
    changeAllergyReaction: mutationEndpoint(build, illness.changeAllergyReaction, allergies.changed),
    removeAllergyReaction: mutationEndpoint(build, illness.removeAllergyReaction, allergies.removed),
    listPastIllnesses: queryEndpoint(build, illness.listPastIllnesses, 'past_illnesses'),
    addPastIllness: mutationEndpoint(build, illness.addPastIllness, past.added),
    changePastIllness: mutationEndpoint(build, illness.changePastIllness, past.changed),
    removePastIllness: mutationEndpoint(build, illness.removePastIllness, past.removed),
    listFamilyPastIllnesses: queryEndpoint(build, illness.listFamilyPastIllnesses, 'family_past_illnesses'),
    addFamilyPastIllness: mutationEndpoint(build, illness.addFamilyPastIllness, family.added),
    changeFamilyPastIllness: mutationEndpoint(build, illness.changeFamilyPastIllness, family.changed),
    removeFamilyPastIllness: mutationEndpoint(build, illness.removeFamilyPastIllness, family.removed),
    listPerformedOperations: queryEndpoint(build, illness.listPerformedOperations, 'performed_operations'),
    addPerformedOperation: mutationEndpoint(build, illness.addPerformedOperation, operations.added),
    changePerformedOperation: mutationEndpoint(build, illness.changePerformedOperation, operations.changed),
    removePerformedOperation: mutationEndpoint(build, illness.removePerformedOperation, operations.removed),
  }),
})
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
} = illnessApi

/** Allergies of a patient. `included` (from the reply of the patient call) fills the cache instead of the first request; changes refetch the list. */
export const useAllergyReactions = (user_id: number, included: illness.AllergyReaction[] | undefined) => {
  const { dispatch, getState } = useAppStore()
  // a layout effect, because the query is sent in an effect
  useLayoutEffect(() => {
    const { listAllergyReactions: list } = illnessApi.endpoints
    // the store's type does not say that the api is loaded
    if (!included || !list.select({ user_id })(getState() as never).isUninitialized) return
    dispatch(illnessApi.util.upsertQueryEntries([{ endpointName: 'listAllergyReactions', arg: { user_id }, value: { items: included } }]))
  }, [dispatch, getState, user_id, included])
  return illnessApi.useListAllergyReactionsQuery({ user_id })
}
