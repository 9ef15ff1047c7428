import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { theme } from '../theme/theme.ts'
import { useShownScheme } from '../ui/page/color-scheme.ts'

/** Mounted inside the shell rather than at the root: sign-in, the error page and the initial load do without Mantine. */
export function WithMantine({ children }: { children: ReactNode }) {
  const scheme = useShownScheme()
  return (
    // set the default too, because Mantine falls back to it while the page is suspended
    <MantineProvider theme={theme} defaultColorScheme={scheme} forceColorScheme={scheme}>
      {children}
    </MantineProvider>
  )
}
