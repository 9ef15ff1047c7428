import type { UserRow } from '@sukoyaka/wire/boards/admin/user'
import { IconMailPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { useActivateUserMutation, useDeactivateUserMutation, useRepeatInvitationMutation } from '../../domains/registration/api.ts'
import { Button } from '../../ui/button/Button.tsx'
import { PageError } from '../../ui/page/page-error.ts'
import { InviteDialog } from '../invitations/InviteDialog.tsx'
import { InviteRequests } from '../invitations/InviteRequests.tsx'
import classes from './AdminPage.module.css'
import type { BulkAction } from './records/BulkBar.tsx'
import { useLabels } from './records/labels.ts'
import { Records } from './records/Records.tsx'
import type { Row } from './records/table.ts'
import { users } from './tables/user-table.ts'
import { UserMenu } from './UserMenu.tsx'

/** Directory of all users; 404 for roles other than admin. */
export function AdminPage() {
  const me = useAppSelector(selectMe)
  if (me?.role !== 'admin') throw new PageError(404)
  return <UserDirectory ownId={me.id} />
}

/** Actions that run on several accounts at once. None of them can run on one's own account. */
const useBulkActions = (ownId: number): readonly BulkAction[] => {
  const { t } = useLabels()
  const [deactivate] = useDeactivateUserMutation()
  const [activate] = useActivateUserMutation()
  const [repeat] = useRepeatInvitationMutation()
  return [
    {
      key: 'invite',
      label: t('bulk.invite'),
      canRun: ({ state }) => state === 'invited',
      run: ({ id }) => repeat({ id }),
    },
    {
      key: 'deactivate',
      label: t('bulk.deactivate'),
      canRun: ({ id, state }) => id !== ownId && (state === 'active' || state === 'invited'),
      run: ({ id }) => deactivate({ id }),
      question: (count) => t('bulk.deactivateQuestion', { count }),
      kind: 'danger',
      undo: 'activate',
    },
    { key: 'activate', label: t('bulk.activate'), canRun: ({ state }) => state === 'deactivated', run: ({ id }) => activate({ id }) },
  ]
}

function UserDirectory({ ownId }: { ownId: number }) {
  const { t } = useTranslation('admin')
  const [isInviting, setInviting] = useState(false)
  const bulk = useBulkActions(ownId)
  const menu = (row: Row) => {
    const { account, email, state, updated_at } = row as Row & UserRow
    // the account of a merged patient is restored by undoing the merge, not by this menu
    return row.id === ownId || state === 'merged' ? null : <UserMenu user={{ ...account, email, state, updated_at }} />
  }
  return (
    <>
      <Records
        table={users}
        actions={
          <Button kind="primary" icon={<IconMailPlus aria-hidden />} className={classes.invite} onClick={() => setInviting(true)}>
            {t('users.invite')}
          </Button>
        }
        above={<InviteRequests />}
        menu={menu}
        bulk={bulk}
      />
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
    </>
  )
}
