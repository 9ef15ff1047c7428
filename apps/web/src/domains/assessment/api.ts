import { type Assessment, addAssessment, addDisease, changeAssessment, listAssessments, listDiseases, readDisease } from '@sukoyaka/wire/care/assessment'
import { api, type OptimisticUpdate, read, write } from '../../api/api.ts'
import { cacheUtil } from '../../api/query-cache.ts'

export const assessmentApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAssessments: read(build, listAssessments, 'assessments'),
    listDiseases: read(build, listDiseases, 'diseases'),
    readDisease: read(build, readDisease, 'diseases'),
    addAssessment: write(build, addAssessment),
    addDisease: write(build, addDisease),
  }),
})
export const { useListAssessmentsQuery, useReadDiseaseQuery, useAddAssessmentMutation, useAddDiseaseMutation } = assessmentApi

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
    changeAssessment: write(build, changeAssessment, optimisticChange),
  }),
})
