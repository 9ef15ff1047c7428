import { roles } from '@sukoyaka/wire/access'
import { useTranslation } from 'react-i18next'
import { useChangeRoleMutation } from '../../domains/registration/api.ts'
import { SelectField } from '../../ui/choice/SelectField.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import type { MenuUser } from './menu-user.ts'

type StaffRole = Parameters<ReturnType<typeof useChangeRoleMutation>[0]>[0]['role']
const staffRoles = roles.filter((role) => role !== 'patient')

/** Changes the role of a member of staff. */
export function RoleDialog({ user, name, onClose }: { user: MenuUser; name: string; onClose: () => void }) {
  const { t } = useTranslation(['admin', 'shell'])
  const [change] = useChangeRoleMutation()
  const form = useForm(
    `users/${user.id}/role`,
    { role: user.role as StaffRole },
    {
      version: user.updated_at,
      send: ({ role }, updated_at) => (role === user.role ? undefined : change({ id: user.id, role, updated_at })),
      messages: { done: t('role.done'), failed: t('role.failed'), text: name },
      onClose,
    },
  )
  return (
    <FormDialog form={form} title={t('role.title')} subtitle={name}>
      <p>{t('role.lead')}</p>
      <SelectField label={t('users.role')} value={form.values.role} error={form.errorOf('role')} onChange={(role) => form.put({ role: role as StaffRole })}>
        {staffRoles.map((role) => (
          <option key={role} value={role}>
            {t(`shell:role.${role}`)}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  )
}
