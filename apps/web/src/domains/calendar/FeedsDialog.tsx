import { type CalendarFeed, maxFeeds } from '@sukoyaka/wire/care/calendar'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { Checkbox } from '../../ui/choice/Checkbox.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { FormFailure } from '../../ui/form/FormFailure.tsx'
import { save } from '../../ui/form/save.ts'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { useAddCalendarFeedMutation, useListCalendarFeedsQuery, useRemoveCalendarFeedMutation } from './api.ts'
import classes from './Feeds.module.css'

const empty = { name: '', shows_initials: false }

/** Secret calendar feed URLs: create, show once, revoke. */
export function FeedsDialog({ isPatient, onClose }: { isPatient: boolean; onClose: () => void }) {
  const { t } = useTranslation('calendar')
  const query = useListCalendarFeedsQuery({})
  const [add] = useAddCalendarFeedMutation()
  const [url, setUrl] = useState<string>()
  const form = useForm('calendar_feeds/new', empty, {
    send: ({ name, shows_initials }) => add({ name: name.trim(), shows_initials }),
    onSaved: (feed) => setUrl(feed.url),
  })
  const isFull = (query.currentData?.items.length ?? 0) >= maxFeeds
  const leave = () => {
    form.close()
    onClose()
  }
  return (
    <Dialog
      title={t(isPatient ? 'mine.title' : 'dialog.title')}
      width={640}
      onClose={leave}
      onSubmit={(box) => !isFull && !url && form.submit(box)}
      footer={(close) => (
        <>
          <Button kind="neutral" onClick={close}>
            {t('dialog.close')}
          </Button>
          {url ? null : (
            <Button kind="primary" type="submit" loading={form.isSending} disabled={isFull}>
              {t('dialog.make')}
            </Button>
          )}
        </>
      )}
    >
      <div className={classes.body}>
        <p className={classes.lead}>{t(isPatient ? 'mine.lead' : 'dialog.lead')}</p>
        {url ? (
          <FeedUrl url={url} />
        ) : (
          <>
            <TextInput data-autofocus label={t(isPatient ? 'mine.name' : 'dialog.name')} maxLength={100} autoComplete="off" {...form.field('name')} />
            {isPatient ? null : (
              <>
                <Checkbox label={t('dialog.initials')} {...form.checkbox('shows_initials')} />
                <p className={classes.hint}>{t('dialog.initialsHint')}</p>
              </>
            )}
            {isFull ? <p className={classes.full}>{t('dialog.full', { count: maxFeeds })}</p> : null}
            <FormFailure form={form} />
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
    try {
      await navigator.clipboard.writeText(url)
      toast.success(t('dialog.copied'))
    } catch {
      toast.error(t('dialog.copyFailed'))
    }
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
        kind="danger-outline"
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
