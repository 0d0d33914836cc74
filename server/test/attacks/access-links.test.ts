import { startWorld } from '../world.ts'
import { attack } from './access-links.attack.ts'

attack(startWorld)
