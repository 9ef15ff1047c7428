import { useTranslation } from 'react-i18next'
import { useHandOverPatientsMutation, useListCareTeamsQuery } from '../../domains/registration/api.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import type { MenuUser } from './menu-user.ts'
import { PersonSearch } from './PersonSearch.tsx'

/** Gives the patients and open tasks of a member of staff to somebody of the role that they have in the care teams. */
export function HandoverDialog({ user, name, onClose }: { user: MenuUser; name: string; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const [handOver] = useHandOverPatientsMutation()
  const { currentData: teams } = useListCareTeamsQuery({ staff_id: user.id })
  // the roles in the care teams may be older than that of the account
  const roles = teams?.items.length ? [...new Set(teams.items.map(({ role }) => role))] : user.role
  const form = useForm(
    `users/${user.id}/handover`,
    { to_user_id: undefined as number | undefined },
    {
      check: ({ to_user_id }) => ({ to_user_id: to_user_id === undefined && t('invite.required') }),
      send: ({ to_user_id }) => handOver({ id: user.id, to_user_id: to_user_id! }),
      messages: { done: t('handover.done'), failed: t('handover.failed'), text: name },
      onClose,
    },
  )
  return (
    <FormDialog form={form} title={t('handover.title')} subtitle={name} submit={t('handover.submit')}>
      <p>{t('handover.lead')}</p>
      <PersonSearch
        label={t('handover.to')}
        required
        id={form.values.to_user_id}
        only={roles}
        error={form.errorOf('to_user_id')}
        onChange={(to_user_id) => form.put({ to_user_id })}
      />
    </FormDialog>
  )
}
