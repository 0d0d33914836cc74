import { startWorld } from '../../worlds/world.ts'
import { attack } from './access-links.attack.ts'

attack(startWorld)
