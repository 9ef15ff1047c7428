import type { CallError } from '../../api/call-error.ts'
import { combineQueries } from '../../api/combine-queries.ts'
import { PageError } from '../../ui/page/page-error.ts'
import { useGetQuestionnaireQuery, useListAskedLifestylesQuery, useListAskedSymptomsQuery } from './api.ts'

/** A questionnaire and the questions. Throws `PageError` 404 if it does not exist or is not this patient's. `isDeleted`: it was deleted while open. */
export function useQuestionnaire(id: number, user_id: number) {
  const query = useGetQuestionnaireQuery({ id }, { refetchOnMountOrArgChange: true })
  const symptoms = useListAskedSymptomsQuery({})
  const lifestyles = useListAskedLifestylesQuery({})
  const questionnaire = query.currentData
  const isDeleted = (query.error as CallError | undefined)?.status === 404
  if ((isDeleted && !questionnaire) || (questionnaire && questionnaire.user_id !== user_id)) throw new PageError(404)
  const currentData =
    questionnaire && symptoms.data && lifestyles.data
      ? { questionnaire, asked: { symptoms: symptoms.data.items, lifestyles: lifestyles.data.items } }
      : undefined
  return { currentData, isDeleted, ...combineQueries(query, symptoms, lifestyles) }
}
