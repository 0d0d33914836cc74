#!/usr/bin/perl
# Restricts this process with Landlock and seccomp, then becomes the program that it is given:
#
#   confine.pl [--read PATH]... [--write PATH]... [--processes] [--local-socket] -- PROGRAM [ARGUMENT]...
#
# With a --read or --write, nothing else of the disk can be opened (Landlock); without one, only the filter of system
# calls applies (seccomp). --processes lets the program start others, under the same rules. --local-socket lets it create
# a Unix socket of its own and listen, but neither accept a connection nor make one.
# Written in Perl, which can make any system call without a compiled helper and is part of every Debian and Ubuntu.
use strict;
use warnings;
use Config;

my %numbers = (
    x86_64 => {
        arch => 0xc000003e, prctl => 157, clone => 56, tgkill => 234, prlimit => 302,
        process => [57, 58],
        socket => 41, network => [42, 43, 288], waiting => [49, 50], access => [21, 24],
        others => [62, 101, 129, 141, 142, 144, 200, 203, 251, 256, 279, 297, 310, 311, 312, 314, 424, 434, 438, 440],
        files => [76, 86, 88, 90 .. 94, 132, 133, 188 .. 190, 197 .. 199, 235, 259 .. 261, 265, 266, 268, 280, 303, 304, 452],
        ipc => [29, 30, 31, 64, 65, 66, 68 .. 71, 220, 240, 241],
        kernel => [103, 135, 155, 161, 163 .. 173, 175, 176, 179, 227, 246, 248 .. 250, 272, 298, 300, 308, 313, 320, 321,
            323, 425 .. 433, 442],
    },
    aarch64 => {
        arch => 0xc00000b7, prctl => 167, clone => 220, tgkill => 131, prlimit => 261,
        process => [],
        socket => 198, network => [202, 203, 242], waiting => [200, 201], access => [48, 32],
        others => [30, 117, 118, 119, 122, 129, 130, 138, 140, 238, 239, 240, 270, 271, 272, 274, 424, 434, 438, 440],
        files => [5, 6, 7, 14, 15, 16, 33, 36, 37, 45, 52 .. 55, 88, 264, 265, 452],
        ipc => [180, 181, 186 .. 196],
        kernel => [39, 40, 41, 51, 60, 89, 92, 97, 104 .. 106, 112, 116, 142, 161, 162, 170, 217 .. 219, 224, 225, 241, 262,
            268, 273, 280, 282, 294, 425 .. 433, 442],
    },
);
my ($machine) = $Config{archname} =~ /^(x86_64|aarch64)/ or die "confine: there are no rules for $Config{archname}\n";
my %n = %{ $numbers{$machine} };

my (@read, @write, $processes, $local);
while (defined(my $option = shift @ARGV)) {
    last if $option eq '--';
    if    ($option eq '--read')      { push @read,  shift @ARGV }
    elsif ($option eq '--write')     { push @write, shift @ARGV }
    elsif ($option eq '--processes') { $processes = 1 }
    elsif ($option eq '--local-socket') { $local = 1 }
    else                             { die "confine: unknown option $option\n" }
}

prctl(1, 9);     # PR_SET_PDEATHSIG: killed when the parent ends
prctl(38, 1);    # PR_SET_NO_NEW_PRIVS: setuid programs stay what the caller is
# PR_CAPBSET_DROP: root still owns its files, but loses every other privilege.
if ($> == 0) { syscall($n{prctl}, 24, $_, 0, 0, 0) for 0 .. 63 }
# RLIMIT_NPROC, which counts threads: far more than a decoder starts, far less than the machine has.
my $most = pack 'QQ', 4096, 4096;
syscall($n{prlimit}, 0, 6, $most, 0);
restrict_files() if @read || @write;
filter_calls();
exec { $ARGV[0] } @ARGV or die "confine: $ARGV[0]: $!\n";

sub prctl {
    my ($option, $value, $more) = @_;
    my $done = syscall($n{prctl}, $option, $value, $more // 0, 0, 0);
    die "confine: prctl $option: $!\n" if $done != 0;
}

# Landlock: opening or changing a file is denied except below the named paths.
sub restrict_files {
    my $version = syscall(444, 0, 0, 1);
    die "confine: Landlock is not there: $!\n" if $version < 1;
    my $rights = $version >= 5 ? 0xffff : $version >= 3 ? 0x7fff : $version >= 2 ? 0x3fff : 0x1fff;
    # Since version 4: no TCP. Since version 6: neither abstract sockets nor signals of processes outside.
    my $attributes = pack('QQQ', $rights, 3, 3);
    my $size = $version >= 6 ? 24 : $version >= 4 ? 16 : 8;
    my $rules = syscall(444, $attributes, $size, 0);
    die "confine: Landlock: $!\n" if $rules < 0;
    allow($rules, $_, $rights & 0x000d) for @read;      # execute, read files, list folders
    # All but execute, devices, sockets, pipes, links, moves.
    allow($rules, $_, $rights & ~($local ? 0x3c41 : 0x3e41)) for @write;
    die "confine: Landlock: $!\n" if syscall(446, $rules, 0) != 0;
}

sub allow {
    my ($rules, $path, $rights) = @_;
    # O_PATH | O_CLOEXEC. A missing path needs no permission.
    sysopen(my $file, $path, 0x280000) or return;
    # The kernel refuses rights of a folder on a file.
    $rights &= 0xc007 if !-d $file;
    my $rule = pack('Ql', $rights, fileno $file);
    die "confine: Landlock: $path: $!\n" if syscall(445, $rules, 1, $rule, 0) != 0;
}

# seccomp: system calls that a decoder never needs fail with EPERM.
sub filter_calls {
    my ($allow, $denied, $unknown) = (0x7fff0000, 0x00050001, 0x00050026);
    my @denied = map { @{ $n{$_} } } qw(network others files ipc kernel), $processes ? () : 'process', $local ? () : 'waiting';
    my @filter = (
        load(4), equals($n{arch}, 1), answer(0x80000000),
        load(0),
        # The x32 calls of x86_64 are the same calls under other numbers.
        [0x35, 0, 1, 0x40000000], answer($denied),
        map({ (equals($_, 0, 1), answer($denied)) } @denied),
        # Signals only to the process itself, for a program that aborts.
        equals($n{tgkill}, 0, 4), load(16), equals($$, 0, 1), answer($allow), answer($denied),
        # Limits of this process only.
        equals($n{prlimit}, 0, 4), load(16), equals(0, 0, 1), answer($allow), answer($denied),
    );
    # A stream socket of Unix, which stays without a peer: connections are neither accepted nor made.
    push @filter, $local
        ? (equals($n{socket}, 0, 7), load(16), equals(1, 0, 4), load(24), [0x54, 0, 0, 0xf], equals(1, 0, 1),
            answer($allow), answer($denied))
        : (equals($n{socket}, 0, 1), answer($denied));
    # The question whether a folder can be written, which Landlock does not answer: a program would choose /tmp for its socket.
    push @filter, equals($n{access}[0], 0, 4), load($n{access}[1]), equals(2, 0, 1), answer($denied), answer($allow) if $local;
    # Threads but no processes. The flags of clone3 cannot be seen from here; libraries then use clone.
    push @filter,
        equals($n{clone}, 0, 4), load(16), [0x45, 0, 1, 0x10000], answer($allow), answer($denied),
        equals(435, 0, 1), answer($unknown)
        if !$processes;
    push @filter, answer($allow);
    my $code = join '', map { pack 'SCCL', @$_ } @filter;
    my $program = pack 'Sx6P', scalar @filter, $code;
    my $done = syscall($n{prctl}, 22, 2, $program, 0, 0);
    die "confine: seccomp: $!\n" if $done != 0;
}

sub load { [0x20, 0, 0, $_[0]] }
sub equals { [0x15, $_[1], $_[2] // 0, $_[0]] }
sub answer { [0x06, 0, 0, $_[0]] }
