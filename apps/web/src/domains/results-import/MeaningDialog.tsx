import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { Combobox } from '../../ui/choice/Combobox.tsx'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { listSeparator } from '../../ui/text/list-separator.ts'
import classes from './Detail.module.css'
import { type Category, type Meaning, searchMeanings } from './words.ts'

type Props = { header: string; samples: readonly string[]; categories: readonly Category[]; onPick: (meaning: Meaning) => void; onClose: () => void }

const maxOptions = 40

/** Selects the meaning of a column. */
export function MeaningDialog({ header, samples, categories, onPick, onClose }: Props) {
  const language = useLanguage()
  const { t } = useTranslation(['results_import', 'common'])
  const { t: tOfImport } = useTranslation('results_import')
  const [text, setText] = useState('')
  const matches = searchMeanings(text, categories, tOfImport)
  return (
    <Dialog
      title={header}
      subtitle={samples.slice(0, 5).join(listSeparator(language))}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button kind="neutral" style={{ marginRight: 'auto' }} onClick={() => onPick({ field: null, category_id: null })}>
            {t('results_import:mapping.none')}
          </Button>
          <Button kind="secondary" onClick={close}>
            {t('common:action.cancel')}
          </Button>
        </>
      )}
    >
      <div className={classes.choose}>
        <Combobox
          label={t('results_import:mapping.search')}
          text={text}
          onText={setText}
          takesFocus
          options={matches.slice(0, maxOptions).map(({ key, meaning, label, detail }) => ({
            key,
            value: meaning,
            content: (
              <span className={classes.option}>
                {label}
                <span className={classes.detail}>{detail}</span>
              </span>
            ),
          }))}
          onPick={onPick}
          status={matches.length ? t('results_import:mapping.found', { count: matches.length }) : t('results_import:mapping.notFound')}
        />
      </div>
    </Dialog>
  )
}
