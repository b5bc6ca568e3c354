#!/usr/bin/env bash
# Every training behind docs/evidence.md, what matters most first. Stop it whenever you like: the same command goes on
# where it stopped. Options are passed on to every run, such as --workers 4.
set -euo pipefail
cd "$(dirname "$0")/../.."

ledger=papers/minge/results
small=cora,citeseer,airport
graphs=polblogs,air_europe,air_usa,chameleon_filtered,squirrel_filtered,actor
graphs+=,blogcatalog_attr,amazon_photo,amazon_computers,coauthor_cs,tolokers
dimensions=8,16,32,64,96,128,192,256,selected

paper() { graphdim bench run --ledger $ledger/paper.jsonl "$@"; }
further() { graphdim bench run --ledger $ledger/further.jsonl "$@"; }
longer() { graphdim bench run --ledger $ledger/longer.jsonl --model gcn --seeds 3 "$@"; }
leak() { graphdim bench run --ledger $ledger/leaks.jsonl --task link-prediction --dimension selected "$@"; }

# Table 2: the small graphs, then Pubmed.
paper --table 2 --dataset $small --model mlp,gcn,gat --seeds 5 "$@"
paper --table 2 --dataset $small --model gcnii --seeds 5 "$@"
paper --table 2 --dataset pubmed --model mlp,gcn --seeds 3 "$@"
paper --table 2 --dataset pubmed --model gat,gcnii --seeds 1 "$@"

# The default widths beside the selected ones, Tables 3 and 4, Figure 3.
paper --figure 2 --train-per-class 20 --dimension default --model gcn,gat --seeds 5 "$@"
paper --table 3 --dataset $small --seeds 3 "$@"
paper --table 3 --dataset pubmed --seeds 1 "$@"
paper --table 4 --seeds 5 "$@"
paper --figure 3 --seeds 1 "$@"

# The widths of habit, which the grid of Table 2 has not.
paper --dataset $small --model mlp,gcn --dimension 16,32,64,128,256 --seeds 5 "$@"
paper --dataset pubmed --model mlp,gcn --dimension 16,32,64,128,256 --seeds 3 "$@"

# Graphs that the paper did not see.
further --dataset $graphs --model gcn --dimension $dimensions --seeds 3 "$@"

# More epochs, where the settings stop a training early.
longer --dataset $graphs --task node-classification --dimension $dimensions --max-epochs 1000 "$@"
longer --dataset $small --task link-prediction --dimension grid --max-epochs 2000 "$@"

# Link prediction with each leak of the authors' script, and with all three.
every=messages-over-all-edges,self-loops-as-positives,edges-among-negatives
for leaks in ${every//,/ } $every; do
    leak --dataset cora --model gcn --leak "$leaks" --seeds 5 "$@"
    leak --dataset citeseer --model gcnii --leak "$leaks" --seeds 3 "$@"
done

# Figure 2, then more seeds everywhere.
paper --figure 2 --model mlp,gcn --seeds 3 "$@"
paper --figure 2 --dataset $small --model gat,gcnii --seeds 3 "$@"
paper --table 2 --seeds 10 "$@"
paper --table 3 --seeds 10 "$@"
paper --table 4 --seeds 10 "$@"

graphdim bench evidence
