import { addAssessment, addDisease, changeAssessment, listAssessments, listDiseases, readDisease } from '@sukoyaka/wire/care/assessment'
import { api, read, write } from '../../api/api.ts'
import type { State } from '../../api/store.ts'

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

type Change = { solved_on?: string | null; memo?: string; conducted_on?: string }
type Undo = { undo: () => void }

/** Optimistic update of every cached list that contains the assessment. */
const { selectCachedArgsForQuery, updateQueryData } = assessmentApi.util
const foreseen = (id: number, change: Change) => (dispatch: (patch: ReturnType<typeof updateQueryData>) => Undo, getState: () => State) =>
  selectCachedArgsForQuery(getState() as never, 'listAssessments').map((ask) =>
    dispatch(
      updateQueryData('listAssessments', ask, ({ items }) => {
        const found = items.find((item) => item.id === id)
        if (found) Object.assign(found, change)
      }),
    ),
  )

export const { useChangeAssessmentMutation } = assessmentApi.injectEndpoints({
  endpoints: (build) => ({
    changeAssessment: write(build, changeAssessment, ({ id, reasons_attributes: _, ...change }, dispatch) => dispatch(foreseen(id, change))),
  }),
})
