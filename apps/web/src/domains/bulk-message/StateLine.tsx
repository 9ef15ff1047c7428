import type { BulkMessage } from '@sukoyaka/wire/boards/bulk-message'
import { IconPencil, IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { useSecondsLeft } from '../../ui/date/use-seconds-left.ts'
import { save } from '../../ui/form/save.ts'
import { useResendBulkMessageMutation, useStopBulkMessageMutation } from './api.ts'
import classes from './Bulk.module.css'

/** Progress, with the action that the state allows, if any: stop, restore text and recipients, or send again to the failed recipients. */
export function StateLine({ bulk, isReadingDraft, onDraft }: { bulk: BulkMessage; isReadingDraft: boolean; onDraft: () => void }) {
  const { t } = useTranslation('bulk_message')
  const { id, state, total_count, sent_count, failed_count, stopped_count } = bulk
  const [stop, stopping] = useStopBulkMessageMutation()
  const [resend, resending] = useResendBulkMessageMutation()
  const left = useSecondsLeft(bulk.seconds_left, state === 'held')
  const share = total_count ? Math.round(((sent_count + failed_count) / total_count) * 100) : 0
  return (
    <div className={classes.state}>
      <p role={state === 'held' ? 'timer' : 'status'} aria-live={state === 'held' ? 'off' : 'polite'}>
        {state === 'held'
          ? t('detail.holding', { count: left })
          : state === 'sending'
            ? t('detail.sending', { sent: sent_count, total: total_count })
            : state === 'done'
              ? t('detail.done', { count: sent_count })
              : sent_count
                ? t('detail.stopped', { sent: sent_count, stopped: stopped_count })
                : t('detail.stoppedBefore')}
      </p>
      {state === 'held' || state === 'sending' ? (
        <Button
          kind="danger-outline"
          icon={<IconPlayerStop aria-hidden />}
          loading={stopping.isLoading}
          onClick={() => void save(() => stop({ id }), { done: t('detail.stopDone'), failed: t('detail.stopFailed') })}
        >
          {t('detail.stop')}
        </Button>
      ) : null}
      {state === 'stopped' && !sent_count ? (
        <Button kind="primary" icon={<IconPencil aria-hidden />} loading={isReadingDraft} onClick={onDraft}>
          {t('detail.draft')}
        </Button>
      ) : null}
      {state === 'done' && failed_count ? (
        <Button
          icon={<IconRefresh aria-hidden />}
          loading={resending.isLoading}
          onClick={() => void save(() => resend({ id }), { done: t('detail.resendDone'), failed: t('detail.resendFailed') })}
        >
          {t('detail.resend', { count: failed_count })}
        </Button>
      ) : null}
      {state === 'sending' ? (
        <div className={classes.track} role="progressbar" aria-label={t('state.sending')} aria-valuemin={0} aria-valuemax={100} aria-valuenow={share}>
          <span style={{ width: `${share}%` }} />
        </div>
      ) : null}
    </div>
  )
}
