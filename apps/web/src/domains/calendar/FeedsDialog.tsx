import { type CalendarFeed, maxFeeds } from '@sukoyaka/wire/care/calendar'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallError } from '../../api/call-error.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { save } from '../../ui/form/save.ts'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useAddCalendarFeedMutation, useListCalendarFeedsQuery, useRemoveCalendarFeedMutation } from './api.ts'
import classes from './Feeds.module.css'

/** Secret calendar feed URLs: create, show once, revoke. */
export function FeedsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('calendar')
  const query = useListCalendarFeedsQuery({})
  const [add, { isLoading }] = useAddCalendarFeedMutation()
  const [name, setName] = useState('')
  const [shows_initials, setInitials] = useState(false)
  const [url, setUrl] = useState<string>()
  const [failed, setFailed] = useState<string>()
  const isFull = (query.currentData?.items.length ?? 0) >= maxFeeds
  const submit = async () => {
    if (isLoading || isFull || url) return
    setFailed(undefined)
    const { data: created, error } = await add({ name: name.trim(), shows_initials })
    if (error) return setFailed((error as CallError).error)
    setUrl(created?.url)
  }
  return (
    <Dialog
      title={t('dialog.title')}
      width={640}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={(close) => (
        <>
          <Button kind="neutral" onClick={close}>
            {t('dialog.close')}
          </Button>
          {url ? null : (
            <Button kind="pri" type="submit" loading={isLoading} disabled={isFull}>
              {t('dialog.make')}
            </Button>
          )}
        </>
      )}
    >
      <div className={classes.body}>
        <p className={classes.lead}>{t('dialog.lead')}</p>
        {url ? (
          <FeedUrl url={url} />
        ) : (
          <>
            <TextInput
              data-autofocus
              label={t('dialog.name')}
              maxLength={100}
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Checkbox label={t('dialog.initials')} checked={shows_initials} onChange={(event) => setInitials(event.currentTarget.checked)} />
            <p className={classes.hint}>{t('dialog.initialsHint')}</p>
            {isFull ? <p className={classes.full}>{t('dialog.full', { count: maxFeeds })}</p> : null}
            {failed ? (
              <p className={classes.failed} role="alert">
                {failed}
              </p>
            ) : null}
          </>
        )}
        <section className={classes.held}>
          <h3>{t('dialog.held')}</h3>
          <QueryView
            query={query}
            error={t('dialog.error')}
            empty={<p className={classes.hint}>{t('dialog.none')}</p>}
            skeleton={
              <p className={classes.hint}>
                <SkeletonLines count={1} />
              </p>
            }
          >
            {({ items }) => (
              <ul>
                {items.map((feed) => (
                  <Feed key={feed.id} feed={feed} />
                ))}
              </ul>
            )}
          </QueryView>
        </section>
      </div>
    </Dialog>
  )
}

function FeedUrl({ url }: { url: string }) {
  const { t } = useTranslation('calendar')
  const copy = async () => {
    await navigator.clipboard.writeText(url)
    toast.success(t('dialog.copied'))
  }
  return (
    <div className={classes.address}>
      <p className={classes.once}>{t('dialog.once')}</p>
      <TextInput label={t('dialog.address')} readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      <Button icon={<IconCopy aria-hidden />} onClick={() => void copy()}>
        {t('dialog.copy')}
      </Button>
    </div>
  )
}

function Feed({ feed: { id, name, shows_initials, last_used_at, created_at } }: { feed: CalendarFeed }) {
  const { t } = useTranslation('calendar')
  const language = useLanguage()
  const [remove, { isLoading }] = useRemoveCalendarFeedMutation()
  const displayName = name || t('dialog.unnamed')
  const used = last_used_at ? t('dialog.used', { at: formatDate(last_used_at, language, { time: true }) }) : t('dialog.never')
  return (
    <li className={classes.feed}>
      <div>
        <p lang="ja">{displayName}</p>
        <p className={classes.hint}>
          {[t('dialog.madeOn', { day: formatDate(created_at, language) }), used, shows_initials && t('dialog.withInitials')]
            .filter(Boolean)
            .join(language === 'ja' ? '・' : ', ')}
        </p>
      </div>
      <Button
        kind="dan-o"
        size="small"
        loading={isLoading}
        aria-label={`${displayName} ${t('dialog.remove')}`}
        onClick={() => void save(() => remove({ id }), { done: t('dialog.removed'), failed: t('dialog.removeFailed'), text: displayName })}
      >
        {t('dialog.remove')}
      </Button>
    </li>
  )
}
