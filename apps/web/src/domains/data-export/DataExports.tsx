import { formatInstant } from '@sukoyaka/rules/time'
import type { DataExport } from '@sukoyaka/wire/boards/data-export'
import { IconDownload, IconFileZip } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { save } from '../../ui/form/save.ts'
import { useForm } from '../../ui/form/use-form.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { QueryView } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx'
import { Progress } from '../../ui/status/Progress.tsx'
import { formatBytes } from '../../ui/text/bytes.ts'
import { PasswordField } from '../account/PasswordField.tsx'
import { useListDataExportsQuery, useRemoveDataExportMutation, useStartDataExportMutation } from './api.ts'
import classes from './DataExport.module.css'

const pollMs = 3_000
/** Refetch interval of the file URLs; each URL is valid for at least five minutes. */
const addressRefetchMs = 4 * 60_000

const isRunning = ({ status }: DataExport) => status === 'waiting' || status === 'running'

/** A copy of one's own data: what it contains, its progress and its files. */
export function DataExports() {
  const { t } = useTranslation('data_export')
  const [pollingInterval, setPollingInterval] = useState(addressRefetchMs)
  const query = useListDataExportsQuery({}, { pollingInterval })
  const [item] = query.currentData?.items ?? []
  const wanted = item && isRunning(item) ? pollMs : addressRefetchMs
  if (wanted !== pollingInterval) setPollingInterval(wanted)
  const [opened, setOpened] = useState<'start' | 'remove'>()
  const close = () => setOpened(undefined)
  return (
    <QueryView query={query} error={t('error')} skeleton={<SkeletonLines count={6} />}>
      {() => (
        <div className={classes.page}>
          {item ? <State item={item} onStart={() => setOpened('start')} onRemove={() => setOpened('remove')} /> : null}
          <About onStart={item ? undefined : () => setOpened('start')} />
          {opened === 'start' ? <StartDialog isReplacing={item?.status === 'done'} onClose={close} /> : null}
          {opened === 'remove' && item ? <RemoveDialog item={item} onClose={close} /> : null}
        </div>
      )}
    </QueryView>
  )
}

function About({ onStart }: { onStart: (() => void) | undefined }) {
  const { t } = useTranslation('data_export')
  return (
    <Card title={t('about.title')}>
      <p>{t('about.text')}</p>
      <ul className={classes.list}>
        {(['tables', 'files', 'devices', 'fhir'] as const).map((part) => (
          <li key={part}>{t(`about.${part}`)}</li>
        ))}
      </ul>
      <p className={classes.note}>{t('about.hidden')}</p>
      {onStart ? (
        <div className={classes.actions}>
          <Button kind="primary" icon={<IconFileZip aria-hidden />} onClick={onStart}>
            {t('start')}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}

type StateProps = { item: DataExport; onStart: () => void; onRemove: () => void }

function State({ item, onStart, onRemove }: StateProps) {
  const { t } = useTranslation('data_export')
  if (item.status === 'done') return <Done item={item} onStart={onStart} onRemove={onRemove} />
  if (item.status === 'failed')
    return (
      <Card title={t('failed.title')}>
        <p role="alert">{t('failed.text')}</p>
        <div className={classes.actions}>
          <Button kind="primary" onClick={onStart}>
            {t('again')}
          </Button>
        </div>
      </Card>
    )
  return (
    <Card title={t('running.title')}>
      <div className={classes.running}>
        <Progress value={item.progress} max={100} label={t('running.title')} />
        <span className={classes.percent}>{t('progress', { percent: item.progress })}</span>
      </div>
      <p className={classes.note}>{t('running.text')}</p>
      <div className={classes.actions}>
        <Button kind="neutral" onClick={onRemove}>
          {t('stop')}
        </Button>
      </div>
    </Card>
  )
}

function Done({ item: { parts, expires_at }, onStart, onRemove }: StateProps) {
  const { t } = useTranslation('data_export')
  const language = useLanguage()
  return (
    <Card title={t('done.title')}>
      {expires_at ? <p>{t('done.until', { at: formatInstant(expires_at, language) })}</p> : null}
      <ul className={classes.parts}>
        {parts.map(({ name, size, address }) => (
          <li key={name}>
            <ButtonLink className={classes.file} kind="primary" to={address} reloadDocument download={name} icon={<IconDownload aria-hidden />}>
              {t('download.of', { name, size: formatBytes(size) })}
            </ButtonLink>
          </li>
        ))}
      </ul>
      <p className={classes.note}>{t('done.care')}</p>
      <div className={classes.actions}>
        <Button onClick={onStart}>{t('again')}</Button>
        <Button kind="neutral" onClick={onRemove}>
          {t('remove')}
        </Button>
      </div>
    </Card>
  )
}

function StartDialog({ isReplacing, onClose }: { isReplacing: boolean; onClose: () => void }) {
  const { t } = useTranslation('data_export')
  const [start] = useStartDataExportMutation()
  const form = useForm(
    undefined,
    { old_password: '' },
    {
      check: ({ old_password }) => ({ old_password: old_password === '' && t('required') }),
      send: ({ old_password }) => start({ old_password }),
      messages: { done: t('started') },
      onClose,
    },
  )
  return (
    <FormDialog form={form} title={t('start')} subtitle={t('start.lead')} submit={t('start')}>
      {isReplacing ? <p className={classes.note}>{t('start.replace')}</p> : null}
      <PasswordField label={t('password')} autoComplete="current-password" {...form.field('old_password')} />
    </FormDialog>
  )
}

function RemoveDialog({ item, onClose }: { item: DataExport; onClose: () => void }) {
  const { t } = useTranslation('data_export')
  const [remove] = useRemoveDataExportMutation()
  const kind = isRunning(item) ? 'stop' : 'remove'
  return (
    <ConfirmDialog
      title={t(`${kind}.title`)}
      question={t(`${kind}.text`)}
      confirm={t(kind)}
      kind={kind === 'remove' ? 'removal' : 'primary'}
      onConfirm={() => {
        onClose()
        void save(() => remove({ id: item.id }), { done: t(kind === 'stop' ? 'stopped' : 'removed'), failed: t(`${kind}.failed`) })
      }}
      onClose={onClose}
    />
  )
}
