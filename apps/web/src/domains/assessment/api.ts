import { type Assessment, addAssessment, addDisease, changeAssessment, getDisease, listAssessments, listDiseases } from '@sukoyaka/wire/care/assessment'
import { api, mutationEndpoint, type OptimisticUpdate, queryEndpoint } from '../../api/api.ts'
import { cacheUtil } from '../../api/query-cache.ts'

export const assessmentApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAssessments: queryEndpoint(build, listAssessments, 'assessments'),
    listDiseases: queryEndpoint(build, listDiseases, 'diseases'),
    getDisease: queryEndpoint(build, getDisease, 'diseases'),
    addAssessment: mutationEndpoint(build, addAssessment),
    addDisease: mutationEndpoint(build, addDisease),
  }),
})
export const { useListAssessmentsQuery, useListDiseasesQuery, useGetDiseaseQuery, useAddAssessmentMutation, useAddDiseaseMutation } = assessmentApi

/** Optimistic update of every cached list that contains the assessment. */
const optimisticChange: OptimisticUpdate<typeof changeAssessment> = ({ id, reasons_attributes: _, ...change }, dispatch) =>
  dispatch((_, getState) => cacheUtil.selectInvalidatedBy(getState(), ['assessments']))
    .filter(({ endpointName }) => endpointName === 'listAssessments')
    .map(({ endpointName, originalArgs }) =>
      dispatch(
        cacheUtil.updateQueryData<{ items: Assessment[] }>(endpointName, originalArgs, ({ items }) => {
          const found = items.find((item) => item.id === id)
          if (found) Object.assign(found, change)
        }),
      ),
    )

export const { useChangeAssessmentMutation } = assessmentApi.injectEndpoints({
  endpoints: (build) => ({
    changeAssessment: mutationEndpoint(build, changeAssessment, optimisticChange),
  }),
})
