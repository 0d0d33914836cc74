import { createContext, type ReactNode } from 'react'

/** The bar on top of the app, for pages that usually hide it: the review room shows it when its file is gone. */
export const TopBarContext = createContext<ReactNode>(null)
