import { IconSettings, IconTemplate } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../ui/loading/lazy-named.ts'
import { MenuButton, type MenuItem } from '../../../ui/overlay/MenuButton.tsx'
import { useListKarteTemplatesQuery } from '../api.ts'

const TemplatesDialog = lazyNamed(() => import('../TemplatesDialog.tsx'), 'TemplatesDialog')

/** Note templates: SOAP and one's own. `memo` is the current text, which can become a new template. */
export function TemplatesMenu({ memo, onPick }: { memo: string; onPick: (body: string) => void }) {
  const { t } = useTranslation('karte')
  const { currentData } = useListKarteTemplatesQuery({})
  const [managing, setManaging] = useState(false)
  const own = currentData?.items ?? []
  const items: MenuItem[] = [
    { key: 'soap', label: t('template.soap'), onPick: () => onPick(t('template.soapBody')) },
    ...(own.length ? [{ key: 'own', heading: t('template.own') }] : []),
    ...own.map(({ id, name, body }) => ({ key: String(id), label: name, lang: 'ja', onPick: () => onPick(body) })),
    { key: 'manage', label: t('template.manage'), icon: <IconSettings aria-hidden />, onPick: () => setManaging(true) },
  ]
  return (
    <>
      <MenuButton label={t('template.title')} icon={<IconTemplate aria-hidden />} items={items} />
      <Suspense>{managing ? <TemplatesDialog memo={memo} onClose={() => setManaging(false)} /> : null}</Suspense>
    </>
  )
}
