import { fullName } from '@sukoyaka/rules/person'
import type { MinutesSentence } from '@sukoyaka/wire/care/interview-minutes'
import type { AutoMinutes } from '@sukoyaka/wire/care/minutes'
import { IconCheck, IconFileText, IconPencil, IconSparkles } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/use-permission.ts'
import { Button } from '../../ui/button/Button.tsx'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { QueryCard } from '../../ui/loading/QueryCard.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { Badge } from '../../ui/status/Badge.tsx'
import { ActionItems } from './ActionItems.tsx'
import { ApproveDialog } from './ApproveDialog.tsx'
import { useGetAutoMinutesQuery } from './api.ts'
import classes from './Minutes.module.css'
import { MinutesEditor, useMinutesForm } from './MinutesEditor.tsx'
import { MinutesSections } from './MinutesSections.tsx'
import { RejectDialog } from './RejectDialog.tsx'
import { TranscriptDrawer } from './TranscriptDrawer.tsx'

type OpenDialog = { kind: 'approve' } | { kind: 'reject' } | { kind: 'transcript'; sentence?: MinutesSentence }

type Props = {
  interview_id: number
  /** Whether the panel says so if there are no minutes; otherwise it renders nothing. */
  isAwaited?: boolean
  /** Without a card frame, inside another card. */
  isInside?: boolean
}

/** Generated minutes of an interview, for the care team. */
export function MinutesPanel({ interview_id, isAwaited = true, isInside = false }: Props) {
  const { t } = useTranslation('minutes')
  const query = useGetAutoMinutesQuery({ id: interview_id })
  const minutes = query.currentData?.auto_minutes
  if (minutes) return <MinutesCard key={minutes.id} minutes={minutes} isInside={isInside} />
  if (!isAwaited) return null
  return (
    <QueryCard title={t('title')} query={query} error={t('error')} skeleton={<SkeletonLines count={5} />}>
      {() => <Empty title={t('none')} text={t('noneText')} />}
    </QueryCard>
  )
}

function MinutesCard({ minutes, isInside }: { minutes: AutoMinutes; isInside: boolean }) {
  const { t } = useTranslation('minutes')
  const canWrite = usePermission('interview_notes.write')
  const [dialog, setDialog] = useState<OpenDialog>()
  const closeDialog = () => setDialog(undefined)
  const [isEditorOpen, setEditorOpen] = useState(false)
  const form = useMinutesForm(minutes, () => setEditorOpen(false))
  // unsaved input is always visible, and must not be passed over by approving the saved text
  const isEditing = isEditorOpen || form.dialogProps.unsaved
  const isDraft = minutes.status === 'draft'
  const title = (
    <span className={classes.title}>
      {t('title')}
      <Badge tone="accent" icon={<IconSparkles size={14} aria-hidden />}>
        {t('byAi')}
      </Badge>
      {isDraft ? (
        <Badge tone="outline">{t('unread')}</Badge>
      ) : (
        <Badge tone="healthy" icon={<IconCheck size={14} aria-hidden />}>
          {t('approved')}
        </Badge>
      )}
    </span>
  )
  const action =
    canWrite && !isEditing ? (
      <>
        <Button kind="ghost" icon={<IconPencil aria-hidden />} onClick={() => setEditorOpen(true)}>
          {t('edit')}
        </Button>
        {isDraft ? (
          <Button icon={<IconCheck aria-hidden />} onClick={() => setDialog({ kind: 'approve' })}>
            {t('approve')}
          </Button>
        ) : null}
      </>
    ) : null
  return (
    <Card title={title} level={isInside ? 3 : 2} action={action} className={clsx(classes.card, isInside && classes.bare)}>
      <State minutes={minutes} />
      {isEditing ? (
        <MinutesEditor minutes={minutes} form={form} onClose={() => setEditorOpen(false)} />
      ) : (
        <div className={classes.well}>
          <MinutesSections sections={minutes.sections} transcript={minutes.transcript} onSource={(sentence) => setDialog({ kind: 'transcript', sentence })} />
        </div>
      )}
      <ActionItems items={minutes.action_items} canWrite={canWrite} />
      <footer className={classes.foot}>
        <Button kind="ghost" size="small" icon={<IconFileText aria-hidden />} onClick={() => setDialog({ kind: 'transcript' })}>
          {t('transcript.open')}
        </Button>
        {canWrite && isDraft && !isEditing ? (
          <Button kind="neutral" size="small" onClick={() => setDialog({ kind: 'reject' })}>
            {t('reject')}
          </Button>
        ) : null}
      </footer>
      {dialog?.kind === 'transcript' ? <TranscriptDrawer transcript={minutes.transcript} sentence={dialog.sentence} onClose={closeDialog} /> : null}
      {dialog?.kind === 'approve' ? <ApproveDialog minutes={minutes} onClose={closeDialog} /> : null}
      {dialog?.kind === 'reject' ? <RejectDialog minutes={minutes} onClose={closeDialog} /> : null}
    </Card>
  )
}

function State({ minutes: { status, decided_by, decided_at, duration_seconds } }: { minutes: AutoMinutes }) {
  const { t } = useTranslation('minutes')
  const language = useLanguage()
  const stateText =
    status === 'approved' && decided_by && decided_at
      ? t('approvedBy', { name: fullName(decided_by, language), at: formatDate(decided_at, language, { time: true }) })
      : duration_seconds
        ? t('from', { minutes: Math.max(1, Math.round(duration_seconds / 60)) })
        : undefined
  return stateText ? <p className={classes.state}>{stateText}</p> : null
}
