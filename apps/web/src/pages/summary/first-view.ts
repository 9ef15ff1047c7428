import type { Dispatch } from '../../api/store.ts'
import { resultsApi } from '../../domains/checkup/api.ts'
import { newestResultsArgs } from '../../domains/checkup/use-newest-values.ts'
import { imagingApi } from '../../domains/imaging/api.ts'
import { interviewApi } from '../../domains/interview/api.ts'
import { patientApi } from '../../domains/patient/api.ts'
import { scoreApi } from '../../domains/score/api.ts'
import { taskApi } from '../../domains/task/api.ts'
import { headerArgs } from '../patient/use-patient.ts'

/** Requests the patient and the data of the first view's cards in parallel. The cards, which mount once the patient has loaded, find it in the cache. */
export const requestFirstView = (dispatch: Dispatch, user_id: number) => {
  // without a subscription, data stays in the cache for a minute; the cards subscribe before it is removed
  const once = { subscribe: false }
  void dispatch(patientApi.endpoints.listPatients.initiate(headerArgs(user_id), once))
  void dispatch(resultsApi.endpoints.listTestResults.initiate(newestResultsArgs(user_id), once))
  void dispatch(scoreApi.endpoints.listHealthScores.initiate({ user_id, count: 2 }, once))
  void dispatch(imagingApi.endpoints.listImageTestResults.initiate({ user_id, include: ['category'] }, once))
  void dispatch(interviewApi.endpoints.listInterviews.initiate({ interviewee_id: user_id }, once))
  void dispatch(resultsApi.endpoints.listTestPackages.initiate({ user_id }, once))
  void dispatch(taskApi.endpoints.listTasks.initiate({ user_id, state: 'open' }, once))
}
