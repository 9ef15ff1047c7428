import type { CarePerson, Patient } from '@sukoyaka/wire/people/patient'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/use-permission.ts'
import { useListMessageRoomsQuery } from '../../domains/message/api.ts'
import type { Participant } from '../../domains/message/context/ContextPanel.tsx'
import { useGetRoomContextQuery } from '../../domains/message/rooms/api.ts'
import { useListPatientsQuery } from '../../domains/patient/api.ts'
import { usePatientFacts, useTeamRole } from '../../domains/patient/words.ts'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { PageError } from '../../ui/page/page-error.ts'

const emptyPatient = { birthday: null, sex: null } as Pick<Patient, 'birthday' | 'sex'>

/** Room with its participants; throws 404 if there is no such room. */
export function useRoom(patient_id: number) {
  const { t } = useTranslation(['message_room', 'patient'])
  const language = useLanguage()
  const isStaff = usePermission('messages.read')
  const rooms = useListMessageRoomsQuery({ patient_id })
  const people = useListPatientsQuery({ q: { id_eq: patient_id }, include: isStaff ? ['care_people', 'allergy_reactions'] : ['care_people'] })
  const context = useGetRoomContextQuery({ patient_id }, { skip: !isStaff })
  const roleOf = useTeamRole()
  const patient = people.currentData?.items[0]
  const { age, sex } = usePatientFacts(patient ?? emptyPatient)
  const room = rooms.currentData?.items[0]
  if (rooms.currentData && !room) throw new PageError(404)
  // the room is shown once all parts are loaded, because parts that appear later would move the conversation and the panel
  const isComplete = !isStaff || [people, context].every(({ currentData, isError }) => currentData || isError)
  const team: CarePerson[] = patient?.care_people ?? []
  const patientEntry: Participant[] = patient ? [{ ...patient, does: t('message_room:people.patient') }] : []
  return {
    room,
    facts: patient && room ? [`${age} ${sex}`, room.patient.plan?.display_name].filter(Boolean).join(language === 'ja' ? '・' : ' · ') : '',
    team_count: patient ? team.length : undefined,
    people: [...(isStaff ? patientEntry : []), ...team.map((member): Participant => ({ ...member.user, does: roleOf(member) }))],
    allergy_reactions: patient?.allergy_reactions,
    pins: context.currentData?.pins ?? undefined,
    query: { ...rooms, currentData: isComplete ? room : undefined },
  }
}
