import { IconMailPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/use-permission.ts'
import { Button } from '../../ui/button/Button.tsx'
import { PageError } from '../../ui/page/page-error.ts'
import { usePageTitle } from '../../ui/page/title.ts'
import { InvitationList } from './InvitationList.tsx'
import classes from './InvitationsPage.module.css'
import { InviteDialog } from './InviteDialog.tsx'
import { InviteRequests } from './InviteRequests.tsx'

/** Invites patients and follows them until they are registered; 404 without `care_team.write`. */
export function InvitationsPage() {
  if (!usePermission('care_team.write')) throw new PageError(404)
  return <Invitations />
}

function Invitations() {
  const { t } = useTranslation('invitation')
  const [isInviting, setInviting] = useState(false)
  usePageTitle(t('title'))
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <h1>{t('title')}</h1>
          <p>{t('lead')}</p>
        </div>
        <Button kind="primary" icon={<IconMailPlus aria-hidden />} onClick={() => setInviting(true)}>
          {t('invite')}
        </Button>
      </header>
      <InviteRequests />
      <InvitationList />
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
    </div>
  )
}
