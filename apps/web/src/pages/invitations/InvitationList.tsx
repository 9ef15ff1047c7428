import { fullName } from '@sukoyaka/rules/person'
import type { Invitation } from '@sukoyaka/wire/care/invitation'
import { IconChevronLeft, IconChevronRight, IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useListInvitationsQuery, useRepeatInvitationMutation, useRevokeInvitationMutation } from '../../domains/registration/api.ts'
import { IconButton } from '../../ui/button/IconButton.tsx'
import { Segmented } from '../../ui/choice/Segmented.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { SearchInput } from '../../ui/form/SearchInput.tsx'
import { save } from '../../ui/form/save.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonRows } from '../../ui/loading/Skeleton.tsx'
import { pageSize, useExistingPage } from '../../ui/loading/use-existing-page.ts'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { MenuButton } from '../../ui/overlay/MenuButton.tsx'
import { useDebounced } from '../../ui/page/use-debounced.ts'
import { Badge, type BadgeTone } from '../../ui/status/Badge.tsx'
import { CorrectDialog } from './CorrectDialog.tsx'
import classes from './Invitations.module.css'
import { SheetDialog } from './SheetDialog.tsx'

const choices = ['waiting', 'activated'] as const
/** Polling interval while the mail of an invitation has not been sent, if the invitation is less than a minute old. */
const pollMs = 3000

const tones: Partial<Record<Invitation['state'], BadgeTone>> = { opened: 'accent', activated: 'healthy', expired: 'warning', revoked: 'neutral' }

/** Invited patients: either those who have not registered yet, or those who have. */
export function InvitationList() {
  const { t } = useTranslation('invitation')
  const [registered, setRegistered] = useState<(typeof choices)[number]>('waiting')
  const [q, setQ] = useState('')
  const [page, setPage] = useState(1)
  const [isSending, setSending] = useState(false)
  const search = useDebounced(q.trim())
  const loaded = useListInvitationsQuery({ registered, page, ...(search && { q: search }) }, { pollingInterval: isSending ? pollMs : 0 })
  const query = useExistingPage(loaded, page, setPage)
  const hasUnsent = query.currentData?.items.some(({ state, created_at }) => state === 'unsent' && Date.now() - Date.parse(created_at) < 60_000) ?? false
  if (hasUnsent !== isSending) setSending(hasUnsent)
  const empty = search ? t('emptySearch') : registered === 'activated' ? t('emptyActivated') : <Empty title={t('empty')} text={t('emptyText')} />
  const showFirstPage = (change: () => void) => {
    change()
    setPage(1)
  }
  return (
    <Card title={t('list')} flush {...(query.currentData && { count: query.currentData.total_count })}>
      <div className={classes.bar}>
        <Segmented
          label={t('registered')}
          value={registered}
          onChange={(value) => showFirstPage(() => setRegistered(value))}
          options={choices.map((value) => ({ value, label: t(`registered.${value}`) }))}
        />
        <div className={classes.search}>
          <SearchInput label={t('search')} value={q} onChange={(text) => showFirstPage(() => setQ(text))} />
        </div>
      </div>
      <QueryView query={query} error={t('failed')} empty={empty} skeleton={<SkeletonRows count={3} height={56} />}>
        {({ items, total_count, next_page }) => (
          <>
            <ul>
              {items.map((invitation) => (
                <InvitationRow key={invitation.patient.id} invitation={invitation} />
              ))}
            </ul>
            {page > 1 || next_page ? (
              <footer className={classes.foot}>
                <span>{t('count', { from: (page - 1) * pageSize + 1, to: (page - 1) * pageSize + items.length, count: total_count })}</span>
                <nav aria-label={t('pages')}>
                  <IconButton
                    size="small"
                    label={t('previous')}
                    icon={<IconChevronLeft aria-hidden />}
                    disabled={page <= 1}
                    onClick={() => setPage(page - 1)}
                  />
                  <IconButton size="small" label={t('next')} icon={<IconChevronRight aria-hidden />} disabled={!next_page} onClick={() => setPage(page + 1)} />
                </nav>
              </footer>
            ) : null}
          </>
        )}
      </QueryView>
    </Card>
  )
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('invitation')
  const language = useLanguage()
  const { patient, email, state, sent_at, opened_at, expires_at, activated_at } = invitation
  const at = (value: string | null) => (value ? formatDate(value, language, { time: true, year: false }) : '')
  return (
    <li className={classes.row}>
      <span className={classes.who}>
        <Link to={`/${patient.id}/summary`}>{fullName(patient, language)}</Link>
        <span>{email}</span>
      </span>
      <span className={classes.state}>
        <Badge tone={tones[state] ?? 'outline'}>{t(`state.${state}`)}</Badge>
        <span className={classes.when}>{t(`at.${state}`, { sent: at(sent_at), opened: at(opened_at), until: at(expires_at), at: at(activated_at) })}</span>
      </span>
      {state === 'activated' ? <span /> : <InvitationMenu invitation={invitation} />}
    </li>
  )
}

function InvitationMenu({ invitation: { patient, email, state } }: { invitation: Invitation }) {
  const { t } = useTranslation('invitation')
  const name = fullName(patient, useLanguage())
  const [opened, setOpened] = useState<'correct' | 'sheet' | 'revoke'>()
  const [repeat] = useRepeatInvitationMutation()
  const [revoke] = useRevokeInvitationMutation()
  const { id } = patient
  const close = () => setOpened(undefined)
  const again = () => void save(() => repeat({ id }), { done: t('againDone'), failed: t('againFailed'), text: email })
  const items = [
    { key: 'again', label: t('again'), onPick: again },
    { key: 'correct', label: t('correct'), onPick: () => setOpened('correct') },
    { key: 'sheet', label: t('sheet'), onPick: () => setOpened('sheet') },
    ...(state === 'revoked' || state === 'expired' ? [] : [{ key: 'revoke', label: t('revoke'), isDanger: true, onPick: () => setOpened('revoke') }]),
  ]
  return (
    <span>
      <MenuButton size="small" label={t('menu', { name })} icon={<IconDots aria-hidden />} items={items} />
      {opened === 'correct' ? <CorrectDialog id={id} name={name} email={email} onClose={close} /> : null}
      {opened === 'sheet' ? <SheetDialog user={patient} name={name} onClose={close} /> : null}
      {opened === 'revoke' ? (
        <ConfirmDialog
          title={t('revokeTitle')}
          question={t('revokeQuestion')}
          what={`${name}　${email}`}
          confirm={t('revoke')}
          kind="danger"
          onConfirm={() => {
            close()
            void save(() => revoke({ id }), { done: t('revokeDone'), failed: t('revokeFailed'), text: name })
          }}
          onClose={close}
        />
      ) : null}
    </span>
  )
}
