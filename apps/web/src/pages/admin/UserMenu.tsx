import { fullName } from '@sukoyaka/rules/person'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActivateUserMutation, useDeactivateUserMutation, useRepeatInvitationMutation, useUnlockUserMutation } from '../../domains/registration/api.ts'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { save } from '../../ui/form/save.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { MenuButton } from '../../ui/overlay/MenuButton.tsx'
import { SheetDialog } from '../invitations/SheetDialog.tsx'
import { HandoverDialog } from './HandoverDialog.tsx'
import type { MenuUser } from './menu-user.ts'
import { RoleDialog } from './RoleDialog.tsx'
import { SessionsDialog } from './SessionsDialog.tsx'

type Opened = 'deactivate' | 'role' | 'sessions' | 'handover' | 'sheet'

/** The menu items of an active or invited account. */
const useActions = (user: MenuUser, name: string, open: (dialog: Opened) => void) => {
  const { t } = useTranslation('admin')
  const [repeat] = useRepeatInvitationMutation()
  const [unlock] = useUnlockUserMutation()
  const { id, role } = user
  const invitation = {
    key: 'invite',
    label: t('users.inviteAgain'),
    onPick: () =>
      void save(() => repeat({ id }), {
        done: t('users.inviteAgainDone'),
        failed: t('users.inviteAgainFailed'),
        text: user.email,
      }),
  }
  const signedIn = [
    { key: 'sessions', label: t('sessions.menu'), onPick: () => open('sessions') },
    {
      key: 'unlock',
      label: t('users.unlock'),
      onPick: () => void save(() => unlock({ id }), { done: t('users.unlockDone'), failed: t('users.unlockFailed'), text: name }),
    },
  ]
  return [
    ...(user.state === 'invited' ? [invitation] : signedIn),
    ...(user.state !== 'invited' || role !== 'patient' ? [] : [{ key: 'sheet', label: t('sheet.menu'), onPick: () => open('sheet') }]),
    ...(role === 'patient' ? [] : [{ key: 'role', label: t('role.menu'), onPick: () => open('role') }]),
    ...(role !== 'patient' ? [{ key: 'handover', label: t('handover.menu'), onPick: () => open('handover') }] : []),
    { key: 'deactivate', label: t('users.deactivate'), onPick: () => open('deactivate') },
  ]
}

/** Menu of what an administrator can do with an account. */
export function UserMenu({ user }: { user: MenuUser }) {
  const { t } = useTranslation('admin')
  const name = fullName(user, useLanguage())
  const [opened, setOpened] = useState<Opened>()
  const [deactivate] = useDeactivateUserMutation()
  const [activate] = useActivateUserMutation()
  const actions = useActions(user, name, setOpened)
  const close = () => setOpened(undefined)
  const id = { id: user.id }
  const activation = {
    key: 'activate',
    label: t('users.activate'),
    onPick: () => void save(() => activate(id), { done: t('users.activateDone'), failed: t('users.activateFailed'), text: name }),
  }
  const handover = user.role !== 'patient' ? [actions.find(({ key }) => key === 'handover')!] : []
  return (
    <>
      <MenuButton
        size="small"
        label={t('users.menu', { name })}
        icon={<IconDots aria-hidden />}
        items={user.state === 'deactivated' ? [activation, ...handover] : actions}
      />
      {opened === 'role' ? <RoleDialog user={user} name={name} onClose={close} /> : null}
      {opened === 'sessions' ? <SessionsDialog user={user} name={name} onClose={close} /> : null}
      {opened === 'handover' ? <HandoverDialog user={user} name={name} onClose={close} /> : null}
      {opened === 'sheet' ? <SheetDialog user={user} name={name} onClose={close} /> : null}
      {opened === 'deactivate' ? (
        <ConfirmDialog
          title={t('users.deactivateTitle')}
          question={t('users.deactivateQuestion')}
          what={`${name}　${user.email}`}
          confirm={t('users.deactivate')}
          kind="danger"
          onConfirm={() => {
            close()
            void save(() => deactivate(id), { done: t('users.deactivateDone'), failed: t('users.deactivateFailed'), text: name })
          }}
          onClose={close}
        />
      ) : null}
    </>
  )
}
